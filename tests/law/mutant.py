"""How the rule of a sentence is broken: the text of a source, and what stands there instead."""

from typing import NamedTuple

from tests.paper.sources import ROOT


class Mutant(NamedTuple):
    """A rule broken in one place: in this file ``old`` becomes ``new``.

    It stands there once; with ``after``, which stands there once, it is the first one behind that.
    """

    file: str
    old: str
    new: str
    after: str = ""

    @property
    def module(self) -> str:
        """The module of the file, as it is imported."""
        return self.file.removesuffix(".py").replace("/", ".")

    def source(self) -> str:
        """The file with the change; an error of ours where it is not plain which text is meant."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        once = self.after or self.old
        assert text.count(once) == 1, f"“{once}” stands {text.count(once)} times in {self.file}"
        before, anchor, behind = text.partition(self.after) if self.after else ("", "", text)
        assert self.old in behind, f"“{self.old}” does not stand behind “{self.after}” in {self.file}"
        return before + anchor + behind.replace(self.old, self.new, 1)


def breaks(file: str, old: str, new: str, *, after: str = "") -> Mutant:
    """The rule of a sentence lies in this file: with this change it is broken, and its tests have to notice."""
    return Mutant(file, old, new, after)
