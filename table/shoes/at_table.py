"""The virtual shoes of the tables: where their sealed cards lie until they are turned.

What is asked here goes into the entry of the act that asks, by the door alone; no screen and no register can import it.
"""

from collections.abc import Mapping, Sequence

from table.models.sealed import SealedCard
from table.play.sealed import Opened
from table.record.beside import sabots
from table.rules.shoe import seal_of
from table.shoes import virtual


class Kept:
    """The sealed cards of the house, by what was published of their shoes."""

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

    def over(self, commitment: str) -> None:
        """All of them stand in the register by now."""
        SealedCard.objects.filter(commitment=commitment).delete()


def sign_up() -> None:
    """The door asks here from now on."""
    sabots.VIRTUAL[:] = [Kept()]
