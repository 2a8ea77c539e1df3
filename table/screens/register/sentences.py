"""The sentences of the register: for every act and every effect what a colleague reads, in the order of a shift.

Of several sentences for one name the first is taken whose facts are all there. An empty tuple says nothing: the act
itself has said it.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_noop, pgettext_lazy

Sentences = tuple[Promise, ...]

ACTED: dict[str, Sentences] = {
    # Seats
    "reserve": (pgettext_lazy("record", "%(guest)s asks for a seat"),),
    "cancel_reservation": (pgettext_lazy("record", "%(guest)s waits for a seat no more"),),
    "confirm_identity": (pgettext_lazy("record", "the papers of %(guest)s were seen"),),
    "assign": (pgettext_lazy("record", "position %(position)s is given to %(guest)s"),),
    "occupy": (pgettext_lazy("record", "position %(position)s: the guest sits down"),),
    "mark": (pgettext_lazy("record", "position %(position)s: its holder marks it and leaves"),),
    "return": (pgettext_lazy("record", "position %(position)s: its holder is back"),),
    "report_unmarked_absence": (pgettext_lazy("record", "position %(position)s: its holder left without marking it"),),
    "release": (pgettext_lazy("record", "position %(position)s is given back"),),
    "stand_at": (pgettext_lazy("record", "%(guest)s takes part standing at position %(position)s"),),
    "leave_standing": (pgettext_lazy("record", "%(guest)s, who stood at position %(position)s, goes"),),
    # The shoe
    "load": (pgettext_lazy("record", "%(decks)s decks “%(serial)s” go into the shoe"),),
    "shuffle": (pgettext_lazy("record", "the decks are shuffled"),),
    "cut": (
        pgettext_lazy("record", "the player at position %(position)s cuts"),
        pgettext_lazy("record", "the dealer cuts"),
    ),
    "insert_cut_card": (pgettext_lazy("record", "the cut card goes in, %(behind)s cards behind it"),),
    "cut_card_out": (
        pgettext_lazy("record", "the cut card is out, with %(hand_cards)s cards of the hand on the table"),
        pgettext_lazy("record", "the cut card is out"),
    ),
    "call_last_coup": (pgettext_lazy("record", "the last coup is called"),),
    "replace_decks": (pgettext_lazy("record", "new decks “%(serial)s” for the next taglia"),),
    "void_shoe": (pgettext_lazy("record", "the shoe is taken off the table"),),
    "reconcile": (pgettext_lazy("record", "counted: %(burned)s cards burned, %(left_over)s left in the sabot"),),
    # Stakes
    "open_bets": (pgettext_lazy("record", "the betting opens"),),
    "place": (
        pgettext_lazy("record", "position %(position)s: %(amount)s on %(box)s, laid for %(bettor)s"),
        pgettext_lazy("record", "position %(position)s, %(guest)s: %(amount)s on %(box)s"),
        pgettext_lazy("record", "position %(position)s: %(amount)s on %(box)s"),
    ),
    "raise": (pgettext_lazy("record", "position %(position)s: %(by)s more on %(box)s"),),
    "lower": (pgettext_lazy("record", "position %(position)s: %(by)s less on %(box)s"),),
    "withdraw": (pgettext_lazy("record", "position %(position)s takes its stake off %(box)s"),),
    "clear": (
        pgettext_lazy("record", "position %(position)s takes its stakes off"),
        pgettext_lazy("record", "all stakes are taken off"),
    ),
    "change_cash": (pgettext_lazy("record", "position %(position)s: the banknotes on %(box)s are changed"),),
    "keep": (
        pgettext_lazy("record", "position %(position)s leaves the stakes of the tie"),
        pgettext_lazy("record", "the stakes of the tie stay"),
    ),
    "repeat": (
        pgettext_lazy("record", "position %(position)s repeats its stakes"),
        pgettext_lazy("record", "the stakes of the coup before are repeated"),
    ),
    "name_highest": (
        pgettext_lazy("record", "position %(position)s has the highest stake on Punto"),
        pgettext_lazy("record", "nobody stakes on Punto"),
    ),
    "close_bets": (pgettext_lazy("record", "«Rien ne va plus»"),),
    # Cards
    "pass_reading": (pgettext_lazy("record", "the reading passes on"),),
    "order_dealer_to_complete": (pgettext_lazy("record", "the dealer is to complete the hand"),),
    "play_blank": (pgettext_lazy("record", "«Colpo in Bianco»"),),
    "deal": (pgettext_lazy("record", "the four cards are out"),),
    "card_out": (pgettext_lazy("record", "a card is out"),),
    "report_visible": (pgettext_lazy("record", "the next card lies visible in the sabot"),),
    "declare": (pgettext_lazy("record", "«%(claim)s», %(means)s"),),
    "turn_battuta": (pgettext_lazy("record", "the reader turns both cards at once"),),
    "turn_banco": (pgettext_lazy("record", "Banco is turned"),),
    "turn_punto": (pgettext_lazy("record", "Punto is turned"),),
    "turn_third": (pgettext_lazy("record", "the third card is turned"),),
    "announce": (pgettext_lazy("record", "«Banco %(banco)s, Punto %(punto)s»"),),
    "extract_remaining": (pgettext_lazy("record", "the remaining cards: %(cards)s"),),
    "settle": (pgettext_lazy("record", "paid and collected"),),
    "annul": (pgettext_lazy("record", "the coup is annulled: %(reason)s"),),
    "burn": (pgettext_lazy("record", "the cards are burned"),),
    "tip": (pgettext_lazy("record", "%(amount)s for the Tronc"),),
    "correct_entry": (pgettext_lazy("record", "put right, because it was %(reason)s"),),
    # Those who watch
    "sign_on": (pgettext_lazy("record", "begins to work at the table"),),
    "sign_off": (
        pgettext_lazy("record", "notes that %(badge)s leaves the table"),
        pgettext_lazy("record", "leaves the table"),
    ),
    "open_table": (pgettext_lazy("record", "the table is open"),),
    "close_table": (pgettext_lazy("record", "the table is closed"),),
    "suspend": (
        pgettext_lazy("record", "suspends the game: %(reason)s"),
        pgettext_lazy("record", "suspends the game"),
    ),
    "resume": (pgettext_lazy("record", "the game goes on"),),
    "set_limits": (pgettext_lazy("record", "new limits: %(limits)s"),),
    "confirm_limits": (pgettext_lazy("record", "the new limits are announced and on the sign"),),
    "set_button": (pgettext_lazy("record", "the Button is put right"),),
    "order_blank": (pgettext_lazy("record", "orders a Colpo in Bianco"),),
    "annotate": (pgettext_lazy("record", "note: %(text)s"),),
    "acknowledge_alert": (pgettext_lazy("record", "takes note of number %(number)s: %(code)s"),),
    "set_up": (pgettext_lazy("record", "the table gets its rules"),),
    "change_rules": (pgettext_lazy("record", "new rules from the next taglia on"),),
    # The house
    "take_on": (pgettext_lazy("record", "%(badge)s works here from now on, as %(role)s"),),
    "set_role": (pgettext_lazy("record", "%(badge)s is now %(role)s"),),
    "set_active": (pgettext_lazy("record", "%(badge)s: %(active)s"),),
    "give_pin": (pgettext_lazy("record", "%(badge)s has a new PIN"),),
    "lift_lock_out": (pgettext_lazy("record", "%(badge)s may try the PIN again"),),
    "sign_in": (pgettext_lazy("record", "signs in at %(device)s"),),
    "sign_out": (pgettext_lazy("record", "signs out at %(device)s"),),
    "add_table": (pgettext_lazy("record", "table %(code)s is new"),),
    "pair_display": (
        pgettext_lazy("record", "display %(code)s belongs to table %(table)s, position %(position)s"),
        pgettext_lazy("record", "display %(code)s is the sign of table %(table)s"),
    ),
    "revoke_display": (pgettext_lazy("record", "display %(code)s is revoked"),),
}

EFFECTED: dict[str, Sentences] = {
    # Seats
    "seat_freed": (pgettext_lazy("record", "position %(position)s, of %(guest)s, is free"),),
    "seats_cleared": (pgettext_lazy("record", "every position is free"),),
    "signed_off": (pgettext_lazy("record", "%(badge)s leaves the table"),),
    # Stakes
    "bet_returned": (pgettext_lazy("record", "%(amount)s goes back from %(box)s to position %(position)s"),),
    "repeated": (pgettext_lazy("record", "position %(position)s: %(amount)s on %(box)s"),),
    "not_repeated": (pgettext_lazy("record", "not laid again: %(amount)s of position %(position)s on %(box)s"),),
    "left_without_owner": (
        pgettext_lazy("record", "%(amount)s on %(box)s at position %(position)s lie there without their owner"),
    ),
    "limits_applied": (pgettext_lazy("record", "limits from this coup on: %(limits)s"),),
    "reader_assigned": (pgettext_lazy("record", "position %(position)s reads"),),
    "dealer_completes": (pgettext_lazy("record", "the dealer completes the hand"),),
    # Cards
    "card_drawn": (pgettext_lazy("record", "card %(card)s: %(at)s"),),
    "card_turned": (pgettext_lazy("record", "card %(card)s is %(face)s"),),
    "card_early": (pgettext_lazy("record", "card %(card)s came too early and waits"),),
    "early_card_placed": (pgettext_lazy("record", "card %(card)s goes to %(side)s"),),
    "card_held": (pgettext_lazy("record", "card %(card)s waits for the next hand, %(seen)s"),),
    "held_card_enters": (pgettext_lazy("record", "card %(card)s, which had waited, is of this hand"),),
    "card_visible": (),
    "cards_burned": (pgettext_lazy("record", "burned: card %(cards)s"),),
    "blank_due": (pgettext_lazy("record", "a Colpo in Bianco is due"),),
    "blank_started": (pgettext_lazy("record", "the coup is played without stakes"),),
    "phrase": (pgettext_lazy("record", "«%(words)s»"),),
    "phrase_due": (pgettext_lazy("record", "still to be called: «%(words)s»"),),
    "asked_again": (pgettext_lazy("record", "it was unclear, and asked again"),),
    "lifted_from_the_cloth": (pgettext_lazy("record", "the cards were lifted from the cloth"),),
    "premature_turn": (pgettext_lazy("record", "the reader turned them too early"),),
    "claim_differs": (pgettext_lazy("record", "declared «%(claim)s» with %(points)s points: the coup is held"),),
    "differs_from_the_regola": (pgettext_lazy("record", "the cards do not agree with the Regola: the coup is held"),),
    "wrong_number": (pgettext_lazy("record", "turned at the box of %(side)s: %(cards)s; the coup is held"),),
    "agrees_with_the_regola": (pgettext_lazy("record", "the cards agree with the Regola"),),
    # The end of the coup
    "wrong_announcement": (pgettext_lazy("record", "wrong: it is Banco %(banco)s, Punto %(punto)s"),),
    "settled": (pgettext_lazy("record", "by position: %(lines)s"),),
    "refunded": (pgettext_lazy("record", "handed back: %(lines)s"),),
    "money_corrected": (pgettext_lazy("record", "differences posted: %(lines)s"),),
    "not_computed": (pgettext_lazy("record", "no payment is computed here"),),
    "coup_annulled": (),
    "coup_burned": (pgettext_lazy("record", "%(outcome)s"),),
    "coup_cancelled": (pgettext_lazy("record", "the coup is cancelled"),),
    "button_moved": (pgettext_lazy("record", "the Button lies at position %(position)s"),),
    # The shoe
    "taglia_started": (pgettext_lazy("record", "taglia %(taglia)s begins"),),
    "taglia_ended": (pgettext_lazy("record", "taglia %(taglia)s is over, with %(out)s cards out"),),
    "cut_card_too_deep": (pgettext_lazy("record", "only %(behind)s cards lie behind the cut card"),),
    "remaining_extracted": (pgettext_lazy("record", "%(count)s cards in all, %(expected)s were expected"),),
    "count_differs": (pgettext_lazy("record", "counted %(counted)s, expected %(expected)s"),),
    "coup_null": (pgettext_lazy("record", "the coup is null: %(count)s cards"),),
    "decks_replaced": (pgettext_lazy("record", "in place of “%(old)s”"),),
    # Those who watch
    "suspended": (pgettext_lazy("record", "the game is suspended"),),
    "suspend_pending": (pgettext_lazy("record", "as soon as this coup is finished"),),
    "noted": (),
    "rules_changed": (pgettext_lazy("record", "version %(version)s of the rules is decided"),),
    "rules_in_force": (pgettext_lazy("record", "version %(version)s of the rules is in force"),),
    "entry_corrected": (),
}
"""``entry_corrected`` is told by what was corrected, from :data:`CORRECTED`."""

CORRECTED: dict[str, Sentences] = {
    "card": (pgettext_lazy("record", "card %(number)s is %(card)s, not %(old_face)s"),),
    "declaration": (
        pgettext_lazy("record", "«%(claim)s», not «%(old_claim)s»"),
        pgettext_lazy("record", "«%(old_claim)s» was not declared"),
    ),
    "close": (pgettext_lazy("record", "«Rien ne va plus» was not said"),),
    "stake": (pgettext_lazy("record", "position %(position)s on %(box)s: %(amount)s, not %(old_amount)s"),),
    "highest": (
        pgettext_lazy("record", "position %(position)s has the highest stake on Punto"),
        pgettext_lazy("record", "nobody stakes on Punto"),
    ),
    "position": (pgettext_lazy("record", "the stakes of position %(position)s lie at position %(meant)s"),),
    "cut_card": (
        pgettext_lazy("record", "the cut card is out, with %(hand_cards)s cards of the hand on the table"),
        pgettext_lazy("record", "the cut card is not out"),
    ),
    "standing": (pgettext_lazy("record", "the stakes at position %(position)s are of somebody %(standing)s"),),
    "cash": (pgettext_lazy("record", "position %(position)s on %(box)s: %(cash)s"),),
}
BESIDES: dict[str, Promise] = {
    "cash": pgettext_lazy("record", "in banknotes"),
    "exposed": pgettext_lazy("record", "somebody saw it"),
    "extra": pgettext_lazy("record", "nobody was due"),
    "early": pgettext_lazy("record", "too early"),
    "open_next": pgettext_lazy("record", "the next betting opens"),
}
"""What an argument adds to its act when it is true."""


# --- the words for codes in these sentences

PLACES: Mapping[str, Promise] = {
    "punto": pgettext_lazy("card", "to Punto"),
    "banco": pgettext_lazy("card", "to Banco"),
    "waiting": pgettext_lazy("card", "waits for its box"),
    "held_under": pgettext_lazy("card", "under the sabot"),
    "held_seen": pgettext_lazy("card", "beside the sabot"),
    "burned": pgettext_lazy("card", "to the discard"),
}
MEANS: Mapping[str, Promise] = {
    "voice": pgettext_lazy("declared", "by voice"),
    "gesture": pgettext_lazy("declared", "by gesture"),
}
REASONS: Mapping[str, Promise] = {
    "mistyped": pgettext_lazy("correction", "mistyped"),
    "misheard": pgettext_lazy("correction", "misheard"),
    "misread": pgettext_lazy("correction", "misread"),
    "pressed_early": pgettext_lazy("correction", "pressed too early"),
    "forgotten": pgettext_lazy("correction", "forgotten"),
}
OUTCOMES: Mapping[str, Promise | str] = {
    "settled": "",
    "blank": "Colpo in Bianco",
    "annulled": pgettext_lazy("outcome", "the coup was annulled"),
    "null_seven": pgettext_lazy("outcome", "the coup was null"),
}
SEEN = {True: pgettext_lazy("card", "seen"), False: pgettext_lazy("card", "unseen")}
STANDING = {True: pgettext_lazy("player", "who stands"), False: pgettext_lazy("player", "who sits")}
CASH = {True: pgettext_lazy("stake", "in banknotes"), False: pgettext_lazy("stake", "in chips")}
ACTIVE = {True: pgettext_lazy("person", "is back at work"), False: pgettext_lazy("person", "works here no more")}
ERASED = gettext_noop("(erased)")
