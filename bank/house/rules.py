"""Rules of a bank that stay as they are while its session is open."""

from collections.abc import Mapping
from typing import Any

from bank.play.tables import session_of
from bank.rules.table_bank import REST
from table.play.act import Act
from table.rules.profile import KEYS
from table.rules.refusal import Code, Listed, require

OF_A_SESSION = frozenset(key for key, declared in KEYS.items() if declared.group == "bank" and declared.closed_only)


def check_between_sessions(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_BANK) during a session to change rules on how a bank counts or closes, or whether there is one.

    Returns no arguments.
    """
    changed = OF_A_SESSION & set(given["changes"])
    row = session_of(act.state) if changed else None
    require(
        row is None or row.stage in {it.value for it in REST},
        Code.BANK,
        "The bank of this table is open: it is closed before %(keys)s can be changed.",
        source=act.cite("bank"),
        keys=Listed(sorted(changed)),
    )
    return {}
