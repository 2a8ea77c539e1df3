"""How the rule of a sentence is broken: the text of a source, and what stands there instead."""

from typing import NamedTuple

from tests.paper.sources import ROOT


class Mutant(NamedTuple):
    """A rule broken in one place: in this file ``old``, which stands there once, becomes ``new``."""

    file: str
    old: str
    new: str

    @property
    def module(self) -> str:
        """The module of the file, as it is imported."""
        return self.file.removesuffix(".py").replace("/", ".")

    def source(self) -> str:
        """The file with the change; an error of ours where the text does not stand there exactly once."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"“{self.old}” stands {text.count(self.old)} times in {self.file}"
        return text.replace(self.old, self.new)


def breaks(file: str, old: str, new: str) -> Mutant:
    """The rule of a sentence lies in this file: with this change it is broken, and its tests have to notice."""
    return Mutant(file, old, new)
