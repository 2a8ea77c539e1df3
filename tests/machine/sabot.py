"""What really lies in the shoe of an evening: cards in an order of chance, from shoes of several tempers."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from table.rules.profile import Profile
from table.script.simulation import shuffled

TEMPERS = {
    "any": "",
    "battute": "89K",
    "ties": "7TQ",
    "thirds": "A23J",
    "banco_sixes": "6K2",
    "all_alike": "",
}
"""Which ranks come first: shoes that bring battute, ties or third cards sooner than chance would. Of the last kind the
six or eight cards of a face come one after the other, so that soon no other of it can come."""


class Sabot:
    """The cards of a taglia in the order in which they leave the shoe; every taglia of an evening has the same."""

    def __init__(self, profile: Profile, *, seed: int, temper: str, cards: int) -> None:
        faces = [str(card) for card in shuffled(profile, Random(seed))]
        if temper == "all_alike":
            faces = sorted(faces, key=faces.index)
        ahead = [face for face in faces if face[0] in TEMPERS[temper]]
        behind = [face for face in faces if face[0] not in TEMPERS[temper]]
        self.faces = [*ahead, *behind][:cards]
        self.decks = profile.decks

    def __len__(self) -> int:
        return len(self.faces)

    def show(self, numbers: Iterable[int], *, known: Iterable[str]) -> list[str]:
        """The faces of cards by their numbers in the order of extraction, beside the faces that were keyed already.

        Where somebody keyed so many of a face before that its own card would be impossible, the next face that is left.
        """
        seen, shown = Counter(known), []
        for number in numbers:
            face = next(face for face in self._from(number) if seen[face] < self.decks)
            seen[face] += 1
            shown.append(face)
        return shown

    def _from(self, number: int) -> Iterable[str]:
        suits = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]
        return [self.faces[number - 1], *self.faces[number:], *suits]
