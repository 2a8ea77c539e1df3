"""Story of the demo stage about a change of notes that nobody keyed, from the missing press to the named cause."""

from django.utils.translation import gettext_lazy as _

from bank.screens.region import BANK_ON
from bank.views.papers import latest_statement
from table.script.added import Beat, StageScreen, Story

CONSOLE, PIT, PAPER = StageScreen.CONSOLE, StageScreen.PIT, StageScreen.PAPER

NOT_KEYED = Story(
    title=_("A change nobody keyed"),
    cards="",
    rules=BANK_ON,
    paper=latest_statement,
    order=3,
    beats=(
        Beat(
            CONSOLE,
            _("A guest changes 100 in notes. Three presses: “Change notes”, the note, done. Chips leave the rack."),
            ('do change_notes amount=10000 position="{reader}"',),
        ),
        Beat(
            PIT,
            _("The pit reads what the rack should hold by every stake, payment and change; it is called an estimate."),
        ),
        Beat(
            CONSOLE,
            _(
                "The next guest changes 500. The note is in the box, the guest has the chips, and nobody presses "
                "anything."
            ),
            seconds=6,
        ),
        Beat(
            CONSOLE,
            _("The table closes. The dealer counts by piece, and no screen here says what it should come to."),
            ("closes the table", "closer is counted with a difference of -500"),
            seconds=6,
        ),
        Beat(
            CONSOLE,
            _("Both inspectors attest with their own PIN. Only now the difference is shown: 500 less than expected."),
            ("ispettore_gioco attests the count closer", "ispettore_comunale attests the count closer"),
            seconds=6,
        ),
        Beat(
            CONSOLE,
            _("So large a difference is the Direzione’s too. It is accepted with a reason, and hidden by nobody."),
            (
                "direzione attests the count closer",
                "ispettore_gioco accepts closer not explained yet",
                "acknowledges bank_to_close",
                "acknowledges bank_difference",
            ),
        ),
        Beat(
            PAPER,
            _("At the cage two people count the box, neither knowing what the other found: 500 more than was keyed."),
            ("the box is counted with a difference of +500", "acknowledges bank_difference"),
            seconds=6,
        ),
        Beat(
            PAPER,
            _("Rack and box together name the cause: a change of 500 that nobody keyed. Nothing was booked by itself."),
            seconds=8,
        ),
        Beat(
            PAPER,
            _("It is entered late by two people, with a reason, and stays marked as late. Nothing differs any more."),
            ('do note_change amount=50000 reason="seen on the video"', "ispettore_comunale agrees to note_change"),
            seconds=7,
        ),
        Beat(
            None,
            _("The cage brings the float back to its amount, the bank is closed, and the table opens with a count."),
        ),
    ),
)
STORIES = {"not_keyed": NOT_KEYED}
"""Stories by the names used in requests."""
