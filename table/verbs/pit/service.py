"""Verbs that answer calls from a seat to the pit, which stay on its display until an inspector answers."""

from django.utils.translation import pgettext_lazy

from table.play.act import Act
from table.rules.reading import check_position
from table.verbs.house.alerts import answer


@answer(
    title=pgettext_lazy("act", "go to a seat that calls"),
    said=(pgettext_lazy("record", "position %(position)s calls the pit: is on the way"),),
    public="position",
)
def answer_call(act: Act, *, position: str) -> None:
    """Note that an inspector is on the way to a seat that calls, which its display shows; another may take over."""
    check_position(act.state.profile, position)


@answer(
    title=pgettext_lazy("act", "settle a call from a seat"),
    said=(pgettext_lazy("record", "position %(position)s called the pit: settled"),),
    public="position",
)
def close_call(act: Act, *, position: str) -> None:
    """Note that what the guest called for is settled; they may call again."""
    check_position(act.state.profile, position)
