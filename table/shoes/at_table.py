"""The shoes that know their cards: where the sealed ones of virtual and electronic shoes lie until they are turned.

What is asked here goes into the entry of the act that asks, by the door alone; no screen and no register can import it.
"""

import secrets
from collections.abc import Mapping, Sequence

from table.models.sealed import SealedCard
from table.play.sealed import Opened
from table.record.beside import sabots
from table.rules.shoe import SALT_BYTES, seal_of
from table.shoes import virtual


class Kept:
    """The sealed cards of the house, by what was published of their shoes, or by table and taglia."""

    def load(self, decks: int) -> str:
        """Decks that the machine shuffles and seals; of the same transaction as the act that publishes them."""
        sealed = virtual.seal(virtual.shuffled(decks))
        published = virtual.commitment(sealed)
        SealedCard.objects.bulk_create(
            SealedCard(commitment=published, number=it.order, face=it.face, salt=it.salt) for it in sealed
        )
        return published

    def seals(self, commitment: str, numbers: Sequence[int]) -> Mapping[int, str]:
        """The seals of these cards, made again from face and salt."""
        return {it.number: seal_of(it.face, it.salt) for it in self.open(commitment, numbers)}

    def open(self, commitment: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """These cards, in the order in which they are asked for."""
        rows = SealedCard.objects.filter(commitment=commitment, number__in=numbers)
        found = {
            number: Opened(number, face, salt) for number, face, salt in rows.values_list("number", "face", "salt")
        }
        return [found[number] for number in numbers]

    def over(self, shoe: str) -> None:
        """All of them stand in the register by now."""
        SealedCard.objects.filter(commitment=shoe).delete()

    # --- of electronic shoes

    def keep(self, shoe: str, number: int, face: str) -> str:
        """A card that was read; in the place of one that was struck from the record, as it had not come out."""
        if not face:
            return ""
        salt = secrets.token_hex(SALT_BYTES)
        read = {"face": face, "salt": salt}
        SealedCard.objects.update_or_create(commitment=shoe, number=number, defaults=read)
        return seal_of(face, salt)

    def kept(self, shoe: str, numbers: Sequence[int]) -> Sequence[Opened]:
        """Those of these cards that lie here, in their order."""
        rows = SealedCard.objects.filter(commitment=shoe, number__in=numbers).order_by("number")
        return [Opened(*it) for it in rows.values_list("number", "face", "salt")]

    def give_up(self, shoe: str, cards: Sequence[Opened]) -> None:
        """They stand in the register."""
        SealedCard.objects.filter(commitment=shoe, number__in=[it.number for it in cards]).delete()

    def came(self, shoe: str, faces: Sequence[str], numbers: Sequence[int]) -> Sequence[int]:
        """Of each face the first card that shows it."""
        first: dict[str, int] = {}
        for it in self.kept(shoe, numbers):
            if it.face in faces:
                first.setdefault(it.face, it.number)
        return sorted(first.values())


def sign_up() -> None:
    """The door asks here from now on."""
    sabots.SABOTS[:] = [Kept()]
