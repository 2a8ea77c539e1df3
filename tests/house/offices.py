"""Who may do what, and when: typed from the printed regulations and from how a table is staffed, not from the code.

Roles: D dealer, G Ispettore di Gioco, C Ispettore Comunale, I Capo Isola, T Capo Tavolo, X Direzione, S shoe reader;
A auditors and O operators do nothing at a table, N instructors nothing at a real one; K is the cash desk, V the camera
desk, which does nothing anywhere. Tables: o open, c closed, s suspended. Phases: the names of a coup's phases, ``idle``
between coups, ``*`` whenever.
"""

from typing import NamedTuple

from table.rules.profile import Role

LETTERS = {
    "D": Role.DEALER,
    "G": Role.ISPETTORE_GIOCO,
    "C": Role.ISPETTORE_COMUNALE,
    "I": Role.CAPO_ISOLA,
    "T": Role.CAPO_TAVOLO,
    "X": Role.DIREZIONE,
    "S": Role.SHOE,
    "K": Role.CASSA,
    "V": Role.VIDEO,
    "A": Role.AUDITOR,
    "O": Role.OPERATOR,
    "N": Role.INSTRUCTOR,
}
IN_HAND = "dealing reading declared banco_up drawing"
AFTER_CLOSING = f"closed {IN_HAND} punto_up announced counting settled"
UNTIL_BURNED = f"idle betting {AFTER_CLOSING}"


class Office(NamedTuple):
    """One row: roles, states of the table, phases of the coup, and whether an open incident leaves it possible."""

    roles: str
    tables: str = "o"
    phases: str = "*"
    while_held: bool = False
    stakes: bool = False

    @property
    def who(self) -> set[Role]:
        """The roles by their names."""
        return {LETTERS[letter] for letter in self.roles}


SEATS = Office("DGI", "ocs", while_held=True)
WATCH = Office("DGCITX", "ocs", while_held=True)
STAKES = Office("D", phases="betting", stakes=True)
PREPARES = Office("D", "ocs", "idle")
FACT = Office("DS", "ocs", while_held=True)
INCIDENT = Office("", "ocs", while_held=True)
BANK = Office("K", "ocs", while_held=True)
READS = Office("D", phases="closed dealing reading")

OFFICES: dict[str, Office] = {
    # Art. 13: seats are given by the Ispettore and the Capo Isola alone; the dealer confirms who comes and goes, and
    # so may they who gave the seat.
    **dict.fromkeys(("reserve", "cancel_reservation", "confirm_identity", "refuse_identity"), SEATS),
    **dict.fromkeys(("occupy", "mark", "return", "report_unmarked_absence", "release"), SEATS),
    **dict.fromkeys(("stand_at", "leave_standing"), SEATS),
    "assign": SEATS._replace(roles="GI"),
    # So is the call to a seat, where the sign shows it; the list that it is from is kept by the pit.
    **dict.fromkeys(("call_guest", "pass_over", "withdraw_call"), SEATS._replace(roles="GI", tables="os")),
    **dict.fromkeys(("wait_for_seat", "leave_list"), Office("GIX", "")),
    # Art. 4 and 5: the dealer prepares the shoe; new decks are the Ispettore's, a void shoe the Direzione's.
    **dict.fromkeys(("load", "load_virtual", "shuffle", "cut", "insert_cut_card", "reconcile"), PREPARES),
    **dict.fromkeys(("replace_decks", "keep_decks"), PREPARES._replace(roles="G")),
    "void_shoe": PREPARES._replace(roles="X"),
    # Facts are never out of turn.
    **dict.fromkeys(("card_out", "cut_card_out"), FACT),
    "report_visible": FACT._replace(roles="DG"),
    **dict.fromkeys(("call_last_coup", "call_blank"), FACT._replace(roles="D")),
    # Premessa, Art. 11 and 12: the dealer keeps the stakes, until «Rien ne va plus».
    "open_bets": Office("D", phases="idle"),
    **dict.fromkeys(("place", "raise", "lower", "withdraw", "clear", "keep", "repeat"), STAKES),
    # Notes that a correction finds are changed until the cards are burned.
    "change_cash": STAKES._replace(phases=f"betting {AFTER_CLOSING}", while_held=True),
    **dict.fromkeys(("lay_tax", "withdraw_tax"), STAKES),
    "name_highest": STAKES,
    "close_bets": Office("D", phases="betting"),
    # Art. 1: a Colpo in Bianco that is due takes the place of the coup; the Ispettore may order one.
    "play_blank": Office("D", phases="idle betting closed"),
    "order_blank": Office("G", phases="idle betting"),
    # Premessa: the cards. What is already turned is a fact, also while an incident holds the coup.
    "deal": Office("D", phases="closed dealing"),
    "declare": Office("D", phases="reading"),
    "turn_battuta": Office("D", phases="reading", while_held=True),
    "turn_banco": Office("D", phases="dealing reading declared banco_up", while_held=True),
    "turn_punto": Office("D", phases="dealing declared banco_up drawing", while_held=True),
    "turn_third": Office("D", phases="drawing", while_held=True),
    "pass_reading": READS,
    "order_dealer_to_complete": READS._replace(roles="G"),
    # Art. 5, 9 and 10: the end of a coup.
    "announce": Office("D", phases="punto_up"),
    "extract_remaining": Office("D", phases=f"{IN_HAND} announced"),
    "settle": Office("D", phases="announced counting"),
    "burn": Office("D", phases="settled announced"),
    # Art. 16: a hand that an empty shoe cannot complete; what was done wrong is annulled by its incident.
    "annul": Office("G", phases=f"betting closed {IN_HAND}"),
    # Premessa, Art. 1 to 8: the dealer and the Ispettore report; both inspectors say that they are there; one decides.
    **dict.fromkeys(
        ("report_incident", "add_evidence", "set_evidence_aside", "show_card", "withdraw_incident"),
        INCIDENT._replace(roles="DG"),
    ),
    "attest": INCIDENT._replace(roles="GC"),
    "name_cause": INCIDENT._replace(roles="G"),
    **dict.fromkeys(("ratify", "annul_incident"), INCIDENT._replace(roles="G")),
    # Art. 5: the Ispettore looks into the sabot that is reported to be empty.
    "confirm_empty": INCIDENT._replace(roles="G"),
    # Art. 15: what the dealer keyed beyond what the record has an Ispettore confirms.
    "confirm_uncollected": INCIDENT._replace(roles="G"),
    # Art. 16: a dealer refers only where no Ispettore is there; the Direzione rules.
    "refer": INCIDENT._replace(roles="DG"),
    "rule": INCIDENT._replace(roles="X"),
    # Art. 10: what is disputed of a coup that is over is decided by the Ispettore or the Direzione, as each house names
    # it; where much money moves, somebody of another office agrees.
    "decide_dispute": INCIDENT._replace(roles="GX"),
    "confirm_dispute": INCIDENT._replace(roles="GCIX"),
    # Art. 4: between two coups, and never by the dealer who asks for it.
    "authorise_replacement": Office("G", "ocs", "idle betting"),
    "correct_entry": Office("DG", phases=UNTIL_BURNED, while_held=True),
    # Premessa: once a face is known a stake is put right by two persons; any Ispettore takes back what waits for it.
    "confirm_correction": Office("GCIX", phases=AFTER_CLOSING, while_held=True),
    "withdraw_correction": Office("G", phases=AFTER_CLOSING, while_held=True),
    # Art. 14: limits and suspension, by whom each house names; in Malta the Capo Tavolo announces the limits.
    # What the Direzione suspended it also opens again; every other evening is begun by the Ispettore.
    "open_table": Office("GX", "c"),
    "close_table": Office("GX", "os"),
    "suspend": Office("GX", "o", while_held=True),
    "resume": Office("GX", "os", while_held=True),
    "set_limits": Office("GX", "ocs", while_held=True),
    "confirm_limits": Office("T", "ocs", while_held=True),
    "set_button": Office("G", phases="idle"),
    # Everybody who works at a table says so, and may have something noted.
    **dict.fromkeys(("sign_on", "sign_off", "annotate"), WATCH),
    "take_over": WATCH._replace(roles="D"),
    # What inspectors are told is acknowledged by one of them, whatever the table is doing.
    "acknowledge_alert": WATCH._replace(roles="GIX"),
    "go_to_alert": WATCH._replace(roles="GIX"),
    **dict.fromkeys(("answer_call", "close_call"), WATCH._replace(roles="GIX")),
    "tip": Office("D", "ocs", while_held=True),
    # Art. 15: of what nobody collects the Direzione disposes, whenever it has decided.
    "dispose": Office("X", "ocs", while_held=True),
    # The bank of a table: the cage issues and receives, the dealer counts, inspectors attest, the Direzione plans.
    **dict.fromkeys(("bring", "issue", "confirm_credit", "settle_transit", "split_tips", "take_box"), BANK),
    "withdraw_step": BANK,
    **dict.fromkeys(("set_float", "dispose_of"), BANK._replace(roles="X")),
    **dict.fromkeys(("count", "accept_count"), BANK._replace(roles="DKGCX")),
    **dict.fromkeys(("attest_count", "recount"), BANK._replace(roles="DGCX")),
    **dict.fromkeys(("request_fill", "request_credit", "request_exchange"), BANK._replace(roles="GI")),
    **dict.fromkeys(("receive", "hand_over"), BANK._replace(roles="D", phases="idle betting")),
    "attest_movement": BANK._replace(roles="GCX", phases="idle betting"),
    "void_movement": BANK._replace(roles="GIK"),
    **dict.fromkeys(("change_notes", "put_box"), BANK._replace(roles="D")),
    **dict.fromkeys(("note_change", "midway_count"), BANK._replace(roles="G")),
    "agree": BANK._replace(roles="GCIXK"),
    "withdraw_waiting": BANK._replace(roles="DGXK"),
    **dict.fromkeys(("close_bank", "count_sealed"), Office("G", "c")),
    "seal_bank": Office("GX", "c"),
    "reopen_closing": Office("X", "c"),
    # Art. 16: the Direzione decides on people, tables and rules.
    "set_up": Office("X", "c"),
    "change_rules": Office("X", "ocs"),
    **dict.fromkeys(("make_rules", "rename_rules", "amend_rules", "retire_rules"), Office("X", "")),
    **dict.fromkeys(("set_role", "set_active", "lift_lock_out", "add_table"), Office("X", "")),
    # Dealers are trained at tables at which nothing counts; it is refused at every other one.
    "add_training_table": Office("N", ""),
    "begin_exercise": Office("N", "ocs", while_held=True),
    # Where the rules of the tables say so, a Comunale takes on another one, and nobody else.
    **dict.fromkeys(("take_on", "give_pin"), Office("XC", "")),
    # Whose a PIN is that was given anew a third person says: another inspector, the Comunale or the Direzione.
    "confirm_pin": Office("GCX", ""),
    # Gaming day, sums of cash and tips are the Direzione's; papers are seen in the pit and at the cash desk.
    **dict.fromkeys(("roll_day", "set_day_terms", "set_cash_terms"), Office("X", "")),
    "identify": Office("GK", ""),
    "join_guests": Office("G", ""),
    # The operator keeps the devices; an Ispettore may replace a display during the evening.
    **dict.fromkeys(("pair_display", "revoke_display"), Office("OXG", "")),
    # How a card reader types is the operator's to set, or the Direzione's.
    **dict.fromkeys(("set_card_reader", "remove_card_reader"), Office("OX", "")),
    # What an electronic shoe tells is on record as it comes: the Direzione says which may.
    **dict.fromkeys(("pair_shoe", "revoke_shoe"), Office("X", "")),
    # What leaves the house by itself is for the Direzione.
    **dict.fromkeys(
        ("admit_reader", "revoke_reader", "admit_webhook", "renew_webhook", "revoke_webhook"), Office("X", "")
    ),
    # Who may read a report may take it out of the house.
    "export": Office("GCITXAOK", ""),
    # Who asks to be forgotten asks the Direzione.
    **dict.fromkeys(("erase_guest", "erase_person", "erase_notes"), Office("X", "")),
    # Who looks after the machine puts back what was lost with it.
    "restore": Office("XO", ""),
    # Who looks after the machine changes its key; that it is lost two say, one of whom is not of the Direzione.
    "change_seal_key": Office("XO", ""),
    "lose_seal_key": Office("X", ""),
    "witness_lost_seal_key": Office("CA", ""),
    # Everybody but a shoe reader has a badge and a PIN.
    **dict.fromkeys(("sign_in", "sign_out", "set_own_pin"), Office("DGCITXKVAON", "")),
}

DECIDES: dict[str, dict[str, str]] = {
    # Super Punto Banco, Art. 14, and Art. 16 for the Direzione; Punto y Banco, Malta; Punto Banco, Casino Admiral.
    "set_limits": {
        "super-punto-banco-venezia": "G",
        "punto-y-banco-malta": "X",
        "baccarat-classico": "G",
        "baccarat-classico-coperto": "G",
        "punto-banco-admiral": "G",
    },
    "suspend": {
        "super-punto-banco-venezia": "GX",
        "punto-y-banco-malta": "X",
        "baccarat-classico": "GX",
        "baccarat-classico-coperto": "GX",
        "punto-banco-admiral": "X",
    },
}
"""Who decides on limits and on a suspension, house by house, between two coups."""
