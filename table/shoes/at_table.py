"""Store of the sealed cards of virtual and electronic shoes, until they are opened.

Only the door queries it, and its answers go into the entry of the act; no screen and no register can import it.
"""

import secrets
from collections.abc import Mapping, Sequence

from table.models.sealed import SealedCard
from table.play.sealed import Opened
from table.record.cross_register import sabots
from table.rules.shoe import SALT_BYTES, seal_of
from table.shoes import virtual


class SealedCards:
    """Sealed cards of the house, by the commitment of a virtual shoe, or by table and taglia of an electronic one."""

    def load(self, decks: int) -> str:
        """Shuffle, seal and store ``decks`` decks as a new virtual shoe; return its commitment, their key.

        To be called in the act's transaction.
        """
        sealed = virtual.seal(virtual.shuffled(decks))
        published = virtual.commitment(sealed)
        SealedCard.objects.bulk_create(
            SealedCard(commitment=published, number=it.order, face=it.face, salt=it.salt) for it in sealed
        )
        return published

    def seals(self, commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """Return the seals of the cards with these numbers, by number, computed from face and salt.

        KeyError for one that is not stored.
        """
        return {it.number: seal_of(it.face, it.salt) for it in self.open(commitment, numbers)}

    def open(self, commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Return number, face and salt of the cards with these numbers, in the order of ``numbers``; all stay stored.

        KeyError for one that is not stored.
        """
        rows = SealedCard.objects.filter(commitment=commitment, number__in=numbers)
        found = {
            number: Opened(number, face, salt) for number, face, salt in rows.values_list("number", "face", "salt")
        }
        return [found[number] for number in numbers]

    def over(self, shoe: str) -> None:
        """Delete all stored cards of a shoe, whose faces and salts the register has by then."""
        SealedCard.objects.filter(commitment=shoe).delete()

    # --- of electronic shoes

    def keep(self, shoe: str, number: int, face: str) -> str:
        """Seal and store a card that was read, in place of any earlier one with its number; return the seal.

        Without a face nothing is stored or removed, and "" is returned.
        """
        if not face:
            return ""
        salt = secrets.token_hex(SALT_BYTES)
        read = {"face": face, "salt": salt}
        SealedCard.objects.update_or_create(commitment=shoe, number=number, defaults=read)
        return seal_of(face, salt)

    def stored(self, shoe: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Return number, face and salt of those of these cards that are stored, by ascending number."""
        rows = SealedCard.objects.filter(commitment=shoe, number__in=numbers).order_by("number")
        return [Opened(*it) for it in rows.values_list("number", "face", "salt")]

    def give_up(self, shoe: str, cards: Sequence[Opened]) -> None:
        """Delete these cards of a shoe, whose faces and salts the register has by then.

        Those that are not stored are ignored.
        """
        SealedCard.objects.filter(commitment=shoe, number__in=[it.number for it in cards]).delete()

    def came(self, shoe: str, faces: Sequence[str], numbers: Sequence[int]) -> Sequence[int]:
        """Return, sorted, the lowest of ``numbers`` under which each of these faces is stored.

        A face that comes twice counts once; one that is stored under none of them is left out.
        """
        first: dict[str, int] = {}
        for it in self.stored(shoe, numbers):
            if it.face in faces:
                first.setdefault(it.face, it.number)
        return sorted(first.values())


def sign_up() -> None:
    """Have the door use this store for the cards of virtual and electronic shoes, instead of any other; idempotent."""
    sabots.SABOTS[:] = [SealedCards()]
