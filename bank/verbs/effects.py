"""Effects of the bank's acts, each declared once: its sentence, its alert, what is redrawn."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from bank.models import BankCount, BankSession, Movement
from table.models import Alert, Severity
from table.play.effects import STILL, Effect, rows

EFFECTS: dict[str, Effect] = {
    # The float, and what follows from coups
    "float_planned": Effect(
        said=(pgettext_lazy("record", "the float is planned: %(amount)s"),),
        redraw=rows(BankSession),
    ),
    "bank_posted": Effect(
        said=(),
        redraw=rows(BankSession, Movement, BankCount),
    ),
    "slip_taken": Effect(
        said=(pgettext_lazy("record", "slip %(slip)s"),),
        redraw=rows(Movement, BankCount),
        public="slip",
    ),
    "bank_to_close": Effect(
        said=(pgettext_lazy("record", "the bank is to be closed"),),
        alert=pgettext_lazy("alert", "The table is closed: its rack is to be counted."),
        redraw=rows(BankSession, Alert),
    ),
    "bank_closed": Effect(
        said=(pgettext_lazy("record", "the bank is closed"),),
        redraw=rows(BankSession),
    ),
    "bank_sealed": Effect(
        said=(pgettext_lazy("record", "the float is locked uncounted"),),
        alert=pgettext_lazy("alert", "A float is locked uncounted: its result is not known."),
        severity=Severity.PERSON,
        redraw=rows(BankSession, Alert),
    ),
    "day_ended": Effect(
        said=(pgettext_lazy("record", "this count ends the gaming day of the table; it plays on into %(day)s"),),
        redraw=rows(BankSession, BankCount),
    ),
    "bank_reopened": Effect(
        said=(pgettext_lazy("record", "the closing is reopened; its slip is void"),),
        alert=pgettext_lazy("alert", "A closing was reopened."),
        redraw=rows(BankSession, BankCount, Alert),
    ),
    "after_closing": Effect(
        said=(pgettext_lazy("record", "after the count at closing, between cage and guests: %(amount)s"),),
        redraw=rows(BankSession),
    ),
    # Movements
    "movement_requested": Effect(
        said=(pgettext_lazy("record", "movement %(movement)s: %(amount)s requested"),),
        redraw=rows(Movement),
    ),
    "pieces_issued": Effect(
        said=(pgettext_lazy("record", "movement %(movement)s: %(amount)s on the way"),),
        redraw=rows(Movement),
    ),
    "pieces_received": Effect(
        said=(pgettext_lazy("record", "movement %(movement)s: %(amount)s received"),),
        redraw=rows(Movement),
    ),
    "fill_short": Effect(
        said=(pgettext_lazy("record", "movement %(movement)s: %(amount)s still in transit"),),
        alert=pgettext_lazy("alert", "Less came than was issued."),
        severity=Severity.PERSON,
        redraw=rows(Movement, Alert),
    ),
    "transit_settled": Effect(
        said=(pgettext_lazy("record", "movement %(movement)s: %(amount)s no longer in transit"),),
        redraw=rows(Movement),
    ),
    "movement_void": Effect(
        said=(pgettext_lazy("record", "movement %(movement)s is void"),),
        redraw=rows(Movement),
    ),
    "movement_attested": Effect(
        said=(pgettext_lazy("record", "PIN given anew by %(pin_by)s on %(pin_on)s, first used from %(pin_from)s"),),
        redraw=rows(Movement),
    ),
    # Counts
    "count_attested": Effect(
        said=(pgettext_lazy("record", "PIN given anew by %(pin_by)s on %(pin_on)s, first used from %(pin_from)s"),),
        redraw=rows(BankCount),
    ),
    "count_shown": Effect(
        said=(pgettext_lazy("record", "%(what)s: %(amount)s counted, %(old_amount)s expected"),),
        redraw=rows(BankCount),
    ),
    "count_accepted": Effect(
        said=(pgettext_lazy("record", "%(what)s: %(amount)s counted, %(old_amount)s expected"),),
        redraw=rows(BankCount),
    ),
    "counted_otherwise": Effect(
        said=(pgettext_lazy("record", "the second person has counted another sum"),),
        redraw=rows(BankCount),
    ),
    "bank_difference": Effect(
        said=(pgettext_lazy("record", "%(what)s: a difference of %(amount)s"),),
        alert=pgettext_lazy("alert", "A count differs from what was expected."),
        severity=Severity.PERSON,
        redraw=rows(BankCount, Alert),
    ),
    "false_piece": Effect(
        said=(pgettext_lazy("record", "false or foreign pieces: %(number)s"),),
        alert=pgettext_lazy("alert", "False or foreign pieces were counted."),
        severity=Severity.PERSON,
        redraw=rows(BankCount, Alert),
    ),
    # Notes, box, tips, custody
    "notes_changed": Effect(
        said=(),
        redraw=rows(BankSession),
    ),
    "stake_changed": Effect(
        said=(pgettext_lazy("record", "banknotes of %(amount)s into the box"),),
        redraw=rows(BankSession),
    ),
    "cash_threshold": Effect(
        said=(pgettext_lazy("record", "banknotes of %(guest)s on this gaming day: %(amount)s"),),
        alert=pgettext_lazy("alert", "A guest has changed as much cash as is watched."),
        redraw=rows(Alert),
    ),
    "box_in": Effect(
        said=(pgettext_lazy("record", "box “%(serial)s” is in the table"),),
        redraw=rows(BankSession),
    ),
    "box_out": Effect(
        said=(pgettext_lazy("record", "the box is out, under seal “%(seal)s”"),),
        redraw=rows(BankSession),
    ),
    "tips_split": Effect(
        said=(pgettext_lazy("record", "tips of %(amount)s: %(old_amount)s for the house, %(by)s for the staff"),),
        redraw=rows(BankSession),
    ),
    "custody_disposed_of": Effect(
        said=(pgettext_lazy("record", "it comes to %(amount)s"),),
        redraw=STILL,
        public="slip to amount",
    ),
    "bank_waits": Effect(
        said=(pgettext_lazy("record", "it waits for a second person"),),
        redraw=rows(BankSession, Movement),
    ),
    "bank_agreed": Effect(
        said=(pgettext_lazy("record", "PIN given anew by %(pin_by)s on %(pin_on)s, first used from %(pin_from)s"),),
        redraw=rows(BankSession),
    ),
    "bank_withdrawn": Effect(
        said=(pgettext_lazy("record", "it waits no longer"),),
        redraw=rows(BankSession, Movement),
    ),
    # What the rack must hold
    "float_low": Effect(
        said=(pgettext_lazy("record", "the float is low: %(amount)s"),),
        alert=pgettext_lazy("alert", "The float is low."),
        redraw=rows(BankSession, Alert),
    ),
    "bank_short": Effect(
        said=(pgettext_lazy("record", "this coup may cost %(amount)s; the rack must hold %(old_amount)s"),),
        alert=pgettext_lazy("alert", "This coup may cost more than the rack holds."),
        severity=Severity.PERSON,
        redraw=rows(BankSession, Alert),
    ),
    "loss_of_table": Effect(
        said=(pgettext_lazy("record", "in this session the table has lost %(amount)s"),),
        alert=pgettext_lazy("alert", "The table has lost as much as is watched."),
        redraw=rows(BankSession, Alert),
    ),
    "win_of_guest": Effect(
        said=(pgettext_lazy("record", "in this session %(guest)s has won %(amount)s"),),
        alert=pgettext_lazy("alert", "A guest has won as much as is watched."),
        redraw=rows(BankSession, Alert),
    ),
    "bank_negative": Effect(
        said=(pgettext_lazy("record", "by the acts the rack is below zero: %(amount)s"),),
        alert=pgettext_lazy("alert", "By the acts the rack holds less than nothing."),
        severity=Severity.PERSON,
        redraw=rows(BankSession, Alert),
    ),
}


# --- words for the codes in the sentences of these acts

WORDS: Mapping[str, Mapping[Any, Any]] = {
    "what": {
        "opener": pgettext_lazy("bank", "Float at opening"),
        "midway": pgettext_lazy("bank", "Count in between"),
        "closer": pgettext_lazy("bank", "Float at closing"),
        "tips": pgettext_lazy("bank", "Tips"),
        "box": pgettext_lazy("bank", "Box"),
        "custody": pgettext_lazy("bank", "Custody"),
        "put_box": pgettext_lazy("bank", "a box is put in"),
        "take_box": pgettext_lazy("bank", "the box is taken"),
        "note_change": pgettext_lazy("bank", "a correction of the changes of banknotes"),
        "reopen_closing": pgettext_lazy("bank", "the closing is reopened"),
    },
}
