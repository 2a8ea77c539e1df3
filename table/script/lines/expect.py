"""Expectations of a script: every line compares a fact of the table with what is written."""

import functools
from collections.abc import Callable
from typing import Any

from table.rules.refusal import Refused
from table.script.form import ScriptLine, Unmet, sentence, written
from table.script.player import Player

Compares = Callable[..., tuple[object, object]]


def expects(text: str, example: str) -> Callable[[Compares], Compares]:
    """Return a decorator that registers a comparison as the script line written ``expect`` and ``text``.

    ``example`` is such a line without ``expect``. The function returns the expected value and the actual one; the line
    raises Unmet with the actual one where their texts differ. The function itself is returned unchanged.
    """

    def declare(compares: Compares) -> Compares:
        """Register a comparison as a script line, and return it unchanged."""

        @functools.wraps(compares)
        def compare(player: Player, **given: Any) -> None:
            """Call the comparison, and raise Unmet with the actual value if it is not the expected one.

            Their texts are compared.
            """
            wanted, found = compares(player, **given)
            if str(wanted) != str(found):
                raise Unmet(str(found))

        written(f"expect {text}", f"expect {example}")(compare)
        return compares

    return declare


@written("expect refused CODE: LINE", "expect refused E_ONE_STAKE: stakes B50@4")
def refused(player: Player, *, code: str, line: ScriptLine) -> None:
    """Execute ``line``, and raise Unmet unless it is refused with this code: “no refusal”, or the other refusal.

    Any refusal is added to ``player.refusals``, with the text of the line. What the line did before it stays.
    """
    try:
        line.does(player, **line.given)
    except Refused as no:
        player.refusals.append((line.text, no))
        if no.code != code:
            raise Unmet(f"{no.code}: {sentence(no)}") from no
        return
    raise Unmet("no refusal")
