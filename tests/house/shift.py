"""A shift in which every act of the house and of a table is done at least once, in an order in which that can be.

What is done by whom is written out, since that is what it is for; the plain acts of the dealer are the croupier's.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.utils import timezone

from table.models import HOUSE, Display, Guest, Person
from table.record import chain, seals
from table.record.door import proposals
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values, derive
from table.rules.regola import Result
from table.verbs.house.devices import PLAIN_CODES
from table.verifier.keyring import OF_KEYS, message
from tests.croupier.dealer import Croupier
from tests.rig.cast import Cast, Doing, Somebody
from tests.rig.tables import AtTable
from tests.settings import HOUSE as FOLDER

HOUSE_OF_THE_SHIFT = derive(
    VENEZIA,
    key="announced",
    announce_limits_by=Role.CAPO_TAVOLO,
    correction_second_from=5000,
    tax="laid_ready",
    identity_check=True,
)
MOST_OF_A_PLAIN_ACT = 8
"""Statements that an act may need for which no other number stands here."""
MOST_STATEMENTS = {
    "set_button": 5,
    "annotate": 5,
    "acknowledge_alert": 6,
    "go_to_alert": 6,
    "tip": 6,
    "dispose": 7,
    "resume": 9,
    "announce": 5,
    "mark": 6,
    "return": 6,
    "change_cash": 5,
    "lay_tax": 5,
    "withdraw_tax": 5,
    "lower": 5,
    "sign_in": 5,
    "sign_out": 5,
    "restore": 6,
    "change_seal_key": 6,
    "lose_seal_key": 6,
    "witness_lost_seal_key": 7,
    "cancel_reservation": 6,
    "declare": 6,
    "leave_standing": 6,
    "cut": 6,
    "insert_cut_card": 6,
    "turn_third": 6,
    "call_last_coup": 6,
    "call_blank": 6,
    "keep_decks": 8,
    "call_guest": 16,
    "pass_over": 8,
    "withdraw_call": 7,
    "answer_call": 6,
    "close_call": 6,
    "wait_for_seat": 9,
    "leave_list": 6,
    "report_unmarked_absence": 8,
    "release": 8,
    "withdraw": 6,
    "order_dealer_to_complete": 6,
    "pass_reading": 6,
    "raise": 6,
    "authorise_replacement": 8,
    "give_pin": 9,
    "set_own_pin": 7,
    "confirm_pin": 10,
    "lift_lock_out": 7,
    "name_highest": 6,
    "sign_off": 7,
    "confirm_identity": 8,
    "refuse_identity": 10,
    "shuffle": 7,
    "void_shoe": 9,
    "order_blank": 7,
    "open_table": 8,
    "turn_banco": 8,
    "turn_punto": 8,
    "clear": 7,
    "attest": 14,
    "name_cause": 9,
    "revoke_display": 8,
    "set_card_reader": 13,
    "remove_card_reader": 11,
    "pair_shoe": 12,
    "revoke_shoe": 9,
    "erase_guest": 10,
    "erase_notes": 15,
    "erase_person": 8,
    "admit_reader": 10,
    "revoke_reader": 7,
    "admit_webhook": 14,
    "renew_webhook": 8,
    "revoke_webhook": 7,
    "export": 7,
    "add_table": 9,
    "add_training_table": 9,
    "make_rules": 10,
    "amend_rules": 10,
    "rename_rules": 10,
    "retire_rules": 8,
    "begin_exercise": 6,
    "sign_on": 8,
    "take_over": 11,
    "reserve": 8,
    "set_limits": 9,
    "change_rules": 10,
    "assign": 12,
    "suspend": 8,
    "stand_at": 9,
    "turn_battuta": 8,
    "settle": 8,
    "close_bets": 8,
    "add_evidence": 9,
    "set_evidence_aside": 10,
    "show_card": 13,
    "take_on": 10,
    "set_role": 9,
    "set_active": 10,
    "set_up": 9,
    "cut_card_out": 9,
    "card_out": 9,
    "place": 9,
    "repeat": 9,
    "refer": 10,
    "rule": 12,
    "reconcile": 10,
    "confirm_limits": 12,
    "report_visible": 10,
    "confirm_empty": 16,
    "confirm_uncollected": 14,
    "load": 10,
    "load_virtual": 17,
    "keep": 10,
    "play_blank": 10,
    "correct_entry": 10,
    "withdraw_correction": 10,
    "confirm_correction": 12,
    "decide_dispute": 13,
    "confirm_dispute": 14,
    "pair_display": 11,
    "close_table": 14,
    "replace_decks": 11,
    "annul": 12,
    "deal": 11,
    "withdraw_incident": 17,
    "report_incident": 14,
    "open_bets": 15,
    "annul_incident": 18,
    "burn": 16,
    "ratify": 23,
    "extract_remaining": 8 + 2 * 10,
    "set_day_terms": 9,
    "set_cash_terms": 9,
    "roll_day": 13,
    "identify": 13,
    "join_guests": 20,
    "accept_count": 16,
    "agree": 13,
    "attest_count": 13,
    "attest_movement": 14,
    "bring": 17,
    "change_notes": 8,
    "close_bank": 11,
    "confirm_credit": 12,
    "count": 12,
    "count_sealed": 10,
    "dispose_of": 13,
    "hand_over": 9,
    "issue": 15,
    "midway_count": 10,
    "note_change": 10,
    "put_box": 8,
    "receive": 8,
    "recount": 11,
    "reopen_closing": 13,
    "request_credit": 10,
    "request_exchange": 10,
    "request_fill": 10,
    "seal_bank": 13,
    "set_float": 8,
    "settle_transit": 10,
    "split_tips": 13,
    "take_box": 9,
    "void_movement": 12,
    "withdraw_step": 9,
    "withdraw_waiting": 10,
}
"""Statements that each act of a shift may need; its table has two stakes, the remaining cards are ten, of two each."""
LIMITS = {"main": [1000, 100_000], "egalite": [500, 20_000]}


def shift(table: AtTable, *, once_open: Callable[[], None] = lambda: None) -> Iterator[Doing]:
    """From the first who signs on to the closed table; ``once_open`` is called before the first coup."""
    yield from people(table)
    yield from preparation()
    yield "ispettore", "open_table", {}
    once_open()
    yield from at_the_pit(table)
    yield from a_tie(table)
    yield from stakes_of_all_kinds(table)
    yield from cards_of_all_kinds(table)
    yield from a_battuta(table)
    yield from coups_in_bianco(table)
    yield from the_last_coup(table)
    yield from the_end()


def people(table: AtTable) -> Iterator[Doing]:
    """Who works and who plays."""
    yield "ispettore", "sign_on", {}
    yield "relief", "sign_on", {}
    yield "relief", "sign_off", {}
    yield "dealer", "sign_on", {}
    yield "relief", "take_over", {}
    yield "dealer", "take_over", {}
    yield (
        "direzione" if table.state.profile.limits_decided_by == Role.DIREZIONE else "ispettore",
        "set_limits",
        {"limits": LIMITS},
    )
    yield "capo_tavolo", "confirm_limits", {}
    for position, guest in zip("1234", ("anna", "bruno", "carla", "dino"), strict=True):
        yield "dealer", "reserve", {"guest": guest}
        yield "dealer", "confirm_identity", {"guest": guest}
        yield "capo_isola", "assign", {"guest": guest, "position": position}
        yield "dealer", "occupy", {"position": position}
    yield "dealer", "mark", {"position": "4"}
    yield "dealer", "return", {"position": "4"}
    yield "dealer", "report_unmarked_absence", {"position": "4"}
    yield "dealer", "release", {"position": "3"}
    yield "dealer", "reserve", {"guest": "elena"}
    yield "dealer", "cancel_reservation", {"guest": "elena"}
    yield "dealer", "refuse_identity", {"guest": "elena", "lacking": "age"}
    yield "ispettore", "confirm_identity", {"guest": "elena"}
    yield "dealer", "stand_at", {"position": "5", "guest": "elena"}
    yield "dealer", "leave_standing", {"position": "5", "guest": "elena"}


def preparation(serial: str = "S-new") -> Iterator[Doing]:
    """New decks in the shoe."""
    yield "dealer", "load", {"serial": serial, "decks": 6}
    yield "dealer", "shuffle", {}
    yield "dealer", "cut", {}
    yield "dealer", "insert_cut_card", {"behind": 14}


def at_the_pit(table: AtTable) -> Iterator[Doing]:
    """A guest of the list is called and passed over, called again and called no more; from a seat the pit is called."""
    house = Cast.at(HOUSE).direzione
    house.does("wait_for_seat", guest="elena")
    for ends in ("pass_over", "withdraw_call"):
        yield "ispettore", "call_guest", {"guest": "elena", "position": "5", "number": 1}
        yield "capo_isola", ends, {"position": "5", "number": 1}
    house.does("pair_display", code="5CALLS", kind="seat", table=table.code, position="9")
    proposals.call(Display.objects.get(code="5CALLS"))
    yield "ispettore", "answer_call", {"position": "9"}
    yield "direzione", "close_call", {"position": "9"}


def a_tie(table: AtTable) -> Iterator[Doing]:
    """Six all; the stakes stay on the felt and are kept."""
    yield "dealer", "open_bets", {}
    yield "dealer", "place", {"coup": table.coup, "position": "1", "box": "punto", "amount": 10_000}
    yield "dealer", "place", {"coup": table.coup, "position": "2", "box": "banco", "amount": 5000}
    yield from _played(table, "6S 6H KS KH", until="burn")
    yield "dealer", "burn", {"open_next": True}
    yield "dealer", "keep", {"coup": table.coup}


def stakes_of_all_kinds(table: AtTable) -> Iterator[Doing]:
    """Stakes laid, changed, taken off, laid again; a coup that the Ispettore annuls."""
    place = {"coup": table.coup, "position": "2", "box": "banco"}
    yield "dealer", "raise", {**place, "by": 1000, "cash": True}
    yield "dealer", "change_cash", place
    tax = {"coup": table.coup, "position": "2"}
    yield "dealer", "lay_tax", tax
    yield "dealer", "withdraw_tax", tax
    yield "dealer", "lower", {**place, "by": 1000}
    yield "dealer", "withdraw", place
    yield "dealer", "clear", {"coup": table.coup}
    yield "dealer", "repeat", {"coup": table.coup}
    yield "dealer", "close_bets", {"said": True}
    yield "dealer", "correct_entry", {"what": "close", "new": {}, "reason": "pressed_early"}
    yield "dealer", "close_bets", {"said": True}
    stake = {"position": "2", "box": "banco", "amount": 6000}
    yield "dealer", "correct_entry", {"what": "stake", "new": stake, "reason": "mistyped"}
    yield "dealer", "pass_reading", {}
    yield "dealer", "deal", {}
    yield from a_coup_that_cannot_be_rebuilt(table)
    yield "dealer", "burn", {}


def a_coup_that_cannot_be_rebuilt(table: AtTable) -> Iterator[Doing]:
    """Nobody knows which of two cards came first; it was somebody else's mistake, and then it was so all the same."""
    yield "dealer", "report_incident", {"kind": "wrong_number", "facts": {"laid": ["punto", "banco", "punto", "punto"]}}
    yield "dealer", "withdraw_incident", {"incident": table.number}
    yield "dealer", "report_incident", {"kind": "inverted", "facts": {"lost": [1, 2]}}
    incident = {"incident": table.number}
    number = min(card.number for card in table.state.cards)
    yield "dealer", "add_evidence", {**incident, "places": {str(number): [1]}}
    yield "dealer", "set_evidence_aside", {**incident, "statement": table.number}
    yield "dealer", "show_card", {"where": "punto", "card": "7D"}
    yield "ispettore", "attest", incident
    yield "comunale", "attest", incident
    yield "ispettore", "name_cause", {**incident, "position": "1"}
    yield "ispettore", "annul_incident", {**incident, "reason": "cards mixed up"}


def cards_of_all_kinds(table: AtTable) -> Iterator[Doing]:
    """A coup with thirds, dealt card by card, of which one face was mistyped."""
    yield from _one_stake(table)
    yield from (("dealer", "card_out", {}) for _ in range(4))
    yield "dealer", "report_incident", {"kind": "inverted", "facts": {"laid": ["banco", "punto", "punto", "banco"]}}
    incident = {"incident": table.number}
    yield "ispettore", "attest", incident
    yield "ispettore", "ratify", incident
    yield "dealer", "declare", {"claim": "carta", "means": "gesture"}
    yield "dealer", "turn_banco", {"cards": ["2D", "KD"]}
    yield from a_stake_put_right_by_two(table)
    yield "dealer", "card_out", {}
    yield "dealer", "turn_third", {"card": "3C"}
    yield "dealer", "card_out", {"card": "4C"}
    yield "dealer", "turn_punto", {"cards": ["QS", "QH"]}
    number = max(card.number for card in table.state.cards)
    yield "dealer", "correct_entry", {"what": "card", "new": {"number": number, "card": "5C"}, "reason": "misread"}
    corrected = {"number": table.number, "code": "entry_corrected"}
    yield "ispettore", "go_to_alert", corrected
    yield "capo_isola", "acknowledge_alert", corrected
    yield "dealer", "announce", {"banco": 7, "punto": 3}
    yield "dealer", "settle", {}
    yield "dealer", "tip", {"amount": 500}
    left = {"position": "6", "left": "chips", "amount": 2500}
    yield "dealer", "report_incident", {"kind": "uncollected", "facts": left}
    yield "direzione", "dispose", {"slip": 1, "text": "to the cash desk"}
    beyond = {"position": "6", "left": "winnings", "amount": 250_000}
    yield "dealer", "report_incident", {"kind": "uncollected", "facts": beyond}
    yield "ispettore", "confirm_uncollected", {"incident": table.number}
    yield "dealer", "burn", {}


def a_stake_put_right_by_two(table: AtTable) -> Iterator[Doing]:
    """Somebody misread a stake, and a face is known: it is asked for, taken back, asked for again and agreed to."""
    stake = {"position": "1", "box": "punto", "amount": 12_000}
    asks = ("ispettore", "correct_entry", {"what": "stake", "new": stake, "reason": "misread"})
    yield asks
    yield "ispettore", "withdraw_correction", {"correction": table.number}
    yield asks
    yield "comunale", "confirm_correction", {"correction": table.number}


def a_battuta(table: AtTable) -> Iterator[Doing]:
    """The reader turns a nine, after the Direzione let the coup go on; then a betting that the Ispettore stops."""
    yield "dealer", "report_incident", {"kind": "worn_card", "facts": {"card": "7D"}}
    yield "ispettore", "authorise_replacement", {"incident": table.number, "card": "7D", "serial": "S-spare"}
    yield from _one_stake(table)
    yield "dealer", "deal", {}
    yield "dealer", "report_incident", {"kind": "unforeseen", "facts": {"what": "disturbance"}, "text": "he shouts"}
    incident = {"incident": table.number}
    yield "ispettore", "refer", {**incident, "reason": "a guest took a card"}
    yield "direzione", "rule", {**incident, "text": "the coup goes on", "effects": ["continue"]}
    yield from _played(table, "9D 9C JD JC", until="open_bets")
    yield "dealer", "open_bets", {}
    yield "ispettore", "suspend", {}
    yield "ispettore", "resume", {}
    yield "ispettore", "set_button", {"position": "2"}
    yield from a_coup_that_is_disputed(table)


def a_coup_that_is_disputed(table: AtTable) -> Iterator[Doing]:
    """A guest disputes a coup that is over; the Ispettore decides it, and the Ispettore Comunale agrees."""
    tie = table.row.coups.filter(result=Result.TIE, stakes__box="banco").latest("pk")
    claim = {"coup": tie.key, "position": "1", "about": "payment"}
    yield "dealer", "report_incident", {"kind": "dispute", "facts": claim}
    incident = {"incident": table.number}
    gets = [{"bettor": "anna", "amount": 5000}, {"bettor": "bruno", "amount": -5000}]
    yield "ispettore", "decide_dispute", {**incident, "text": "paid to the wrong guest", "corrections": gets}
    yield "comunale", "confirm_dispute", {**incident, "decision": table.number}


def coups_in_bianco(table: AtTable) -> Iterator[Doing]:
    """One that the Ispettore orders, one because a card was visible, and one that is drawn before it is called."""
    for who, why in (("ispettore", "order_blank"), ("dealer", "report_visible")):
        yield who, why, {}
        yield from _played(table, "8D 8C TD TC", until="open_bets")
    yield from _one_stake(table)
    yield "dealer", "report_visible", {}
    yield "dealer", "card_out", {}
    yield from _played(table, "8D 8C TD TC", until="open_bets")


def the_last_coup(table: AtTable) -> Iterator[Doing]:
    """It begins with the cut card, which the shoe reports; the Ispettore has the dealer complete it."""
    yield "shoe", "cut_card_out", {}
    yield "dealer", "call_last_coup", {"said": True}
    yield from _one_stake(table)
    yield "ispettore", "order_dealer_to_complete", {}
    yield from _played(table, "8S 8H TS TH", until="load")


def the_end() -> Iterator[Doing]:
    """The count, new decks, new rules, a shoe that is void; and everybody goes home."""
    yield "dealer", "reconcile", {"burned": 300, "left_over": 12}
    yield "ispettore", "keep_decks", {}
    yield "ispettore", "replace_decks", {"serial": "S-newer"}
    yield "direzione", "change_rules", {"changes": {"tie_to_one": 9}}
    yield from preparation("S-newer")
    yield "direzione", "void_shoe", {}
    yield "comunale", "annotate", {"text": "seen"}
    yield "ispettore", "close_table", {}


def _played(table: AtTable, cards: str, *, until: str) -> Iterator[Doing]:
    """The dealer goes on with these cards, until this act is the next one."""
    yield from (("dealer", verb, dict(given)) for verb, given in Croupier(table, cards).acts(until))


def _one_stake(table: AtTable) -> Iterator[Doing]:
    yield "dealer", "open_bets", {}
    yield from _cleared(table)
    yield "dealer", "place", {"coup": table.coup, "position": "1", "box": "punto", "amount": 10_000}
    yield "dealer", "close_bets", {"said": True}


def _cleared(table: AtTable) -> Iterator[Doing]:
    if table.state.stakes:
        yield "dealer", "clear", {"coup": table.coup}


PROOF = f"{'0' * 16}:{'0' * 64}"
"""What an entry keeps of the hash of a PIN; here of none."""


def in_the_house() -> Iterator[Doing]:
    """What the Direzione does away from the tables; a guest and a text of long ago are forgotten."""
    yield "direzione", "take_on", {"badge": "nadia", "role": "dealer"}
    yield "direzione", "give_pin", {"badge": "nadia", "shown_at": "office-1", "proof": PROOF, "anew": True, "hours": 12}
    yield "direzione", "lift_lock_out", {"badge": "nadia"}
    yield "direzione", "set_role", {"badge": "nadia", "role": "capo_isola"}
    yield "direzione", "set_active", {"badge": "nadia", "active": False}
    yield "direzione", "erase_person", {"badge": "nadia", "notes": []}
    Guest.objects.get_or_create(key="old-guest")
    yield "direzione", "wait_for_seat", {"guest": "old-guest"}
    yield "direzione", "leave_list", {"guest": "old-guest"}
    yield "direzione", "erase_guest", {"guest": "old-guest", "notes": []}
    yield "direzione", "erase_notes", {"notes": [chain.note("seen", register="T9", number=1, at=timezone.now())]}
    yield "direzione", "add_table", {"code": "T9"}
    yield from _own_rules()
    yield "auditor", "sign_in", {"device": "tablet-1"}
    yield "direzione", "give_pin", {"badge": "aldo", "shown_at": "office-1", "proof": PROOF, "anew": True, "hours": 12}
    yield "auditor", "set_own_pin", {"device": "tablet-1", "proof": PROOF}
    yield "ispettore", "confirm_pin", {"badge": "aldo"}
    yield "auditor", "sign_out", {"device": "tablet-1"}
    yield from _for_banks()
    yield from _keys_of_the_seals()
    yield "direzione", "restore", {"taken": "2026-11-20T07:30:00.000000Z", "up_to": "T3 120, house 30"}


def _own_rules() -> Iterator[Doing]:
    """Rules of one's own, from the first version to the last."""
    ours = {"key": "our-house", "title": "Our House"}
    yield "direzione", "make_rules", {**ours, "rules": as_values(VENEZIA)}
    yield "direzione", "amend_rules", {"key": "our-house", "version": 2, "changes": {"tie_to_one": 9}}
    yield "direzione", "rename_rules", {"key": "our-house", "title": "Our Casino"}
    yield "direzione", "retire_rules", {"key": "our-house"}


def _for_banks() -> Iterator[Doing]:
    """A gaming day, what is laid down for it, and a guest with two keys whose papers are seen."""
    today = timezone.now().date().isoformat()
    yield "direzione", "set_day_terms", {"rolls_at": "06:00", "count_at_roll": True}
    yield "direzione", "roll_day", {"day": today}
    yield "direzione", "set_cash_terms", {"currency": "EUR", "tips_split": 40}
    yield "ispettore", "identify", {"guest": "gina", "paper": "passport"}
    yield "ispettore", "join_guests", {"one": "ida", "other": "gina", "reason": "one person"}


FIRST, LAST = (Ed25519PrivateKey.from_private_bytes(bytes([it]) * 32) for it in (1, 2))


def _keys_of_the_seals() -> Iterator[Doing]:
    """A key that the one before has signed, and one that came after a loss."""
    now, then, last = seals.public_key(), *(it.public_key().public_bytes_raw().hex() for it in (FIRST, LAST))
    yield "direzione", "change_seal_key", {"key": OF_KEYS + then, "signature": seals.sign(message(now, then))}
    yield "direzione", "lose_seal_key", {"key": OF_KEYS + last}
    yield "auditor", "witness_lost_seal_key", {"key": OF_KEYS + last}


def sealed_by_its_last_key() -> None:
    """From here on this test seals by the key that the house of the shift has come to."""
    settings.SEAL_KEY_FILE = FOLDER / "seal_key_of_a_shift"
    settings.SEAL_KEY_FILE.write_text(LAST.private_bytes_raw().hex(), encoding="ascii")
    settings.SEAL_KEY_FILE.chmod(0o600)


def at_a_new_table() -> Iterator[Doing]:
    """The rules of a table that has none."""
    yield "direzione", "set_up", {"rules": as_values(VENEZIA)}


def on_the_displays(table: AtTable) -> Iterator[Doing]:
    """A display before a seat, lost and replaced; a reader of cards; two electronic shoes, one after the other."""
    pairing = {"code": "7HK2", "kind": "seat", "table": table.code, "position": "2"}
    yield "direzione", "pair_display", pairing
    yield "direzione", "revoke_display", {"code": "7HK2"}
    yield "ispettore", "pair_display", pairing
    yield "direzione", "set_card_reader", {"table": table.code, "codes": PLAIN_CODES}
    yield "direzione", "remove_card_reader", {"table": table.code}
    for key in ("sabot-1", "sabot-2"):
        yield "direzione", "pair_shoe", {"key": key, "table": table.code, "digest": "5" * 64}
        yield "direzione", "revoke_shoe", {"key": key}
    yield from out_of_the_house(table)
    yield "direzione", "export", {"report": "register", "of": table.code, "form": "csv", "language": "it"}


def out_of_the_house(table: AtTable) -> Iterator[Doing]:
    """Who outside may ask, and who is told."""
    for key in ("museum", "cage"):
        yield "direzione", "admit_reader", {"key": key, "digest": "5" * 64, "tables": [table.code]}
        yield "direzione", "admit_webhook", {"key": key, "url": "https://example.org/sabot", "tables": [table.code]}
    yield "direzione", "renew_webhook", {"key": "museum"}
    yield "direzione", "revoke_reader", {"key": "museum"}
    yield "direzione", "revoke_webhook", {"key": "museum"}


def at_an_empty_shoe(table: AtTable) -> Iterator[Doing]:
    """The last card of the shoe is the first of a hand; by the record another one was still to come."""
    yield from _one_stake(table)
    shoe = table.state.shoe
    assert shoe is not None
    shoe.out = shoe.cards_total - 2
    shoe.save()
    yield "dealer", "card_out", {}
    yield "dealer", "report_incident", {"kind": "sabot_empty", "facts": {}}
    incident = {"incident": table.number}
    yield "ispettore", "attest", incident
    yield "ispettore", "confirm_empty", incident
    yield "ispettore", "annul", {"reason": "no card is left"}


TRAINED_AT = "TRAINING-1"


class Trains(NamedTuple):
    """The instructor, who has no part in an evening of the house."""

    instructor: Somebody


def instructor_at(owner: str) -> Trains:
    """The instructor at a training table, or in the house."""
    badge = "ines"
    known = Person.objects.filter(badge=badge).first()
    return Trains(Somebody(known or Person.objects.take_on(badge=badge, role=Role.INSTRUCTOR), owner))


def in_training() -> Iterator[Doing]:
    """A table for training, of the house."""
    yield "instructor", "add_training_table", {"code": TRAINED_AT}


def an_exercise() -> Iterator[Doing]:
    """A mistake that is to be put right there."""
    yield "instructor", "begin_exercise", {"exercise": "worn", "trainee": "dario"}


def with_a_virtual_shoe() -> Iterator[Doing]:
    """From now on the table plays without real cards."""
    yield "direzione", "void_shoe", {}
    yield "direzione", "change_rules", {"changes": {"virtual_shoe": True}}
    yield "dealer", "load_virtual", {"decks": 6}


def where_only_the_reader_counts(table: AtTable) -> Iterator[Doing]:
    """A house that keeps only the reader's stake."""
    yield "dealer", "open_bets", {}
    yield "dealer", "name_highest", {"coup": table.coup, "position": "1"}


def at_a_bank(table: AtTable) -> Iterator[Doing]:
    """A table with a bank, from the float that comes to the closing that is reopened."""
    yield from a_float_comes()
    yield from preparation()
    yield "ispettore", "open_table", {}
    yield from between_cage_and_table()
    yield from a_bank_in_play()
    yield "ispettore", "close_table", {}
    yield from a_bank_is_closed(table)


FLOAT = {"500000": 6, "100000": 15, "10000": 50}


def a_float_comes() -> Iterator[Doing]:
    """Planned, brought, and counted twice."""
    for who in ("dealer", "ispettore", "comunale"):
        yield who, "sign_on", {}
    yield "direzione", "set_float", {"pieces": FLOAT}
    yield "cassa", "bring", {"pieces": FLOAT}
    yield from _counted("opener", FLOAT)
    yield "ispettore", "recount", {"what": "opener", "reason": "a pile was hidden"}
    yield from _counted("opener", FLOAT)
    yield "ispettore", "accept_count", {"what": "opener"}


def _counted(what: str, pieces: dict[str, int]) -> Iterator[Doing]:
    yield "dealer", "count", {"what": what, "pieces": pieces}
    yield "ispettore", "attest_count", {"what": what}
    yield "comunale", "attest_count", {"what": what}


def between_cage_and_table() -> Iterator[Doing]:
    """A fill that is short, a credit, an exchange that nobody needs."""
    yield "ispettore", "request_fill", {"pieces": {"10000": 10}}
    yield "cassa", "issue", {"movement": 2, "pieces": {"10000": 10}}
    yield "dealer", "receive", {"movement": 2, "pieces": {"10000": 9}}
    yield "ispettore", "attest_movement", {"movement": 2}
    yield "comunale", "attest_movement", {"movement": 2}
    found = {"to": "cage", "amount": 10_000, "reason": "found"}
    yield "cassa", "settle_transit", {"movement": 2, **found | {"to": "difference", "reason": "gone"}}
    yield "cassa", "withdraw_step", {"movement": 2, "reason": "it was found"}
    yield "cassa", "settle_transit", {"movement": 2, **found}
    yield "direzione", "attest_movement", {"movement": 2}
    yield "ispettore", "request_credit", {"pieces": {"10000": 9}}
    yield "dealer", "hand_over", {"movement": 3, "pieces": {"10000": 9}}
    yield "ispettore", "attest_movement", {"movement": 3}
    yield "cassa", "confirm_credit", {"movement": 3, "pieces": {"10000": 9}}
    yield "ispettore", "request_exchange", {"out": {"100000": 1}, "into": {"10000": 10}}
    yield "ispettore", "void_movement", {"movement": 4, "reason": "not needed"}


def a_bank_in_play() -> Iterator[Doing]:
    """Notes are changed, a box is put in and replaced, a count in between is ordered."""
    yield "dealer", "put_box", {"serial": "K-6"}
    yield "dealer", "withdraw_waiting", {"what": "put_box", "reason": "the wrong one"}
    yield "dealer", "put_box", {"serial": "K-7"}
    yield "ispettore", "agree", {"what": "put_box"}
    yield "dealer", "change_notes", {"amount": 10_000}
    yield "cassa", "take_box", {"seal": "A-1", "other": "K-8"}
    yield "direzione", "agree", {"what": "take_box"}
    yield "ispettore", "midway_count", {"reason": "for control"}
    yield "dealer", "tip", {"amount": 500}


def a_bank_is_closed(table: AtTable) -> Iterator[Doing]:
    """Locked uncounted, counted after all; a change entered late; tips and custody; and the closing is reopened."""
    yield "ispettore", "seal_bank", {"reason": "evacuation"}
    yield "ispettore", "count_sealed", {}
    yield from _counted("closer", FLOAT | {"10000": 49})
    yield "ispettore", "accept_count", {"what": "closer"}
    yield "ispettore", "note_change", {"amount": 10_000, "reason": "seen on the video"}
    yield "comunale", "agree", {"what": "note_change"}
    yield "cassa", "count", {"what": "tips", "pieces": {"500": 1}}
    yield "dealer", "attest_count", {"what": "tips"}
    yield "dealer", "accept_count", {"what": "tips"}
    yield "cassa", "split_tips", {"percent": 40}
    left = {"position": "6", "left": "chips", "amount": 2500}
    yield "dealer", "report_incident", {"kind": "uncollected", "facts": left}
    yield "direzione", "dispose_of", {"slip": 1, "to": "cage", "text": "nobody asks for it"}
    yield "ispettore", "close_bank", {}
    yield "direzione", "reopen_closing", {"reason": "a pile was counted twice"}
    yield "cassa", "agree", {"what": "reopen_closing"}
