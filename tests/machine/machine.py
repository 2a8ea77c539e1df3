"""The machine: whole evenings at tables of every house, in steps of which Hypothesis finds the fewest that break."""

from collections.abc import Callable
from typing import NamedTuple
from unittest.mock import patch

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from table.record import chain
from table.record.past import replay
from table.rules.phase import Phase
from table.rules.profile import Profile
from table.rules.refusal import Refused
from table.rules.regola import FIRST_CARDS
from table.rules.shoe import check_decks
from tests.croupier.staff import open_cases
from tests.machine import astray, croupier, incidents, likely, mishaps, presses
from tests.machine.attacks import CHANCE, CODE
from tests.machine.evening import Evening, Press
from tests.machine.houses import HOUSES, house_named
from tests.machine.laws import Broken
from tests.machine.reported import Reported
from tests.machine.sabot import TEMPERS, Sabot
from tests.proof.exports import exported, found
from tests.rig.past import differences_where_pruned
from tests.rig.tables import GUESTS, new_table, seat

TOTALS = [7, 12, 20, 30, 312]
"""How many cards a shoe has: the laws of a short one are the same, and its end comes sooner."""
MOST_ACTS_OF_A_COUP = 20
MOST_RARE = 8
SPARE_AT_ONCE, FALLS_AND_IS_CALLED, TAKEN_BACK = 0.7, 0.3, 0.4
PREPARATIONS = [0, 7, 8]
"""Acts after which nothing is done yet, the table is open, the first betting is open."""


class Plan(NamedTuple):
    """An evening before it begins: house and shoe, how many guests sit there, how many acts good staff did before."""

    house: str
    seed: int
    temper: str
    cards: int
    seats: int
    acts: int


class WholeTable(Reported):
    """A table and everything that can be pressed at it."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = transaction.savepoint()

    @initialize(
        plan=st.builds(
            Plan,
            house=st.sampled_from([*HOUSES]),
            seed=st.integers(0, 999),
            temper=st.sampled_from([*TEMPERS]),
            cards=st.sampled_from(TOTALS),
            seats=st.integers(0, 3),
            acts=st.sampled_from(PREPARATIONS),
        )
    )
    def an_evening(self, plan: Plan) -> None:
        """People come, and prepare the table."""
        house = house_named(plan.house)
        self.tally.evenings[plan.house] += 1
        self.short_shoe = patch("table.verbs.shoe.check_decks", _of_cards(plan.cards))
        self.short_shoe.start()
        at = new_table(house, code=CODE)
        at.does("sign_on")
        for label, guest in list(zip(house.positions, GUESTS, strict=False))[: plan.seats]:
            seat(at, guest, label)
        sabot = Sabot(house, seed=plan.seed, temper=plan.temper, cards=plan.cards)
        self.evening = Evening(CODE, at.cast, sabot, self.tally)
        self.play(plan.acts)

    # --- good staff

    @rule(acts=st.integers(1, 10))
    def play_on(self, acts: int) -> None:
        """Good staff do what the table asks for, several acts in a row."""
        self.play(acts)

    @rule(phase=st.sampled_from([None, *Phase]))
    def play_up_to(self, phase: Phase | None) -> None:
        """A coup comes so far, if it is of the kind that does; None is between two coups."""
        for _ in range(MOST_ACTS_OF_A_COUP):
            if self.evening.state.phase is phase:
                return
            self.play(1)

    def play(self, acts: int) -> None:
        """So many acts of good staff."""
        for _ in range(acts):
            croupier.advance(self.evening)

    # --- what happens at tables

    @rule(chance=CHANCE, phase=st.sampled_from([None, None, *Phase]))
    def something_likely(self, chance: int, phase: Phase | None) -> None:
        """At some point of a coup, something with people, stakes and cards that are there."""
        if phase is not None:
            self.play_up_to(phase)
        dice = self.dice(chance)
        self.press_somebody(dice, *likely.something(self.evening, dice))

    @rule(chance=CHANCE, times=st.integers(1, 5))
    def stakes(self, chance: int, times: int) -> None:
        """Stakes are laid and changed while the betting is open."""
        self.play_up_to(Phase.BETTING)
        dice = self.dice(chance)
        for _ in range(times):
            if happenings := list(likely.with_stakes(self.evening, dice)):
                self.press_somebody(dice, *dice.choice(happenings))

    @rule()
    def tax_is_laid_ready(self) -> None:
        """Where the felt has a place for it whoever stakes on Banco lays it, and perhaps takes it back."""
        self.play_up_to(Phase.BETTING)
        for verb in ("lay_tax", "withdraw_tax", "lay_tax"):
            on_banco = [it for it in self.evening.state.stakes if it.box == "banco"]
            for stake in on_banco[:1]:
                given = {"coup": stake.coup.key, "position": stake.position, "guest": stake.laid_by}
                self.evening.press(Press(self.evening.by("dealer"), ((verb, given),)))

    @rule(chance=CHANCE, name=st.sampled_from(presses.WATCHING))
    def somebody_watches(self, chance: int, name: str) -> None:
        """The inspectors and the Direzione do something."""
        dice = self.dice(chance)
        self.press_somebody(dice, name, presses.arguments(name, self.evening, dice))

    @rule(chance=CHANCE)
    def something_rare(self, chance: int) -> None:
        """Of the verbs that the table's state admits one that was never done yet, or is done least this evening."""
        dice = self.dice(chance)
        ever, done, tried = self.tally.acts, self.evening.done, self.evening.tried
        rare = sorted(
            presses.fitting(self.evening), key=lambda name: (ever[name] > 0, done[name], tried[name], dice.random())
        )
        for name in rare[:MOST_RARE]:
            answer = self.press_somebody(dice, name, likely.given_to(name, self.evening, dice))
            if not isinstance(answer, Refused):
                return

    @rule(chance=CHANCE)
    def something_goes_wrong(self, chance: int) -> None:
        """An incident is reported, and what was done least about such is done before good staff carry it on."""
        dice = self.dice(chance)
        ever = self.tally.acts
        rare = sorted(incidents.VERBS[1:], key=lambda name: (ever[name] > 0, dice.random()))
        for name in ("report_incident", *rare[: len(rare) // 2]):
            if given := [it for verb, it in incidents.likely(self.evening, dice) if verb == name]:
                self.press_somebody(dice, name, dice.choice(given))

    @rule(chance=CHANCE)
    def a_guest_takes_a_seat(self, chance: int) -> None:
        """Somebody who has none asks for a seat, is given a free one, and sits down."""
        dice, seats = self.dice(chance), self.evening.record.positions
        guests = [it for it in GUESTS if it not in {seat["holder"] for seat in seats}]
        free = [seat["label"] for seat in seats if seat["state"] == "free"]
        if not free:
            return
        guest, seat = {"guest": dice.choice(guests)}, {"position": dice.choice(free)}
        for name, given in (
            ("reserve", guest),
            ("confirm_identity", guest),
            ("assign", guest | seat),
            ("occupy", seat),
        ):
            self.evening.press(Press(self.evening.by("ispettore_gioco"), ((name, given),)))

    @rule(chance=CHANCE)
    def limits_are_announced(self, chance: int) -> None:
        """New ones are decided; in some houses they wait until they are confirmed."""
        limits = likely.given_to("set_limits", self.evening, self.dice(chance))
        decides = self.evening.by(self.evening.record.rules["limits_decided_by"])
        for who, name, given in (
            (decides, "set_limits", limits),
            (self.evening.by("capo_tavolo"), "confirm_limits", {}),
        ):
            self.evening.press(Press(who, ((name, given),)))

    @rule(chance=CHANCE)
    def two_put_a_stake_right(self, chance: int) -> None:
        """With both hands open it is asked for; mostly a second person agrees, else it is taken back."""
        dice = self.dice(chance)
        self.play_up_to(Phase.PUNTO_UP)
        coup = self.evening.record.coup
        stakes = self.evening.record.stakes_of(coup) if coup else []
        if not stakes:
            return
        second = "capo_isola" if self.evening.record.rules["presence"] == "ispettore_gioco" else "ispettore_comunale"
        asks, agrees = self.evening.by("ispettore_gioco"), self.evening.by(second)
        there = {it.person.badge for it in self.evening.state.staff}
        for person in (asks, agrees):
            if person.badge not in there:
                self.evening.press(Press(person, (("sign_on", {}),)))
        stake = dice.choice(stakes)
        place = {"position": stake["position"], "box": stake["box"]}
        fix = presses.correction(dice, dice.choice(["stake", "owner", "box"]), **place)
        self.evening.press(Press(asks, (("correct_entry", fix),)))
        verb, by = dice.choice([(presses.BY_TWO[0], agrees), (presses.BY_TWO[0], agrees), (presses.BY_TWO[1], asks)])
        self.evening.press(Press(by, ((verb, presses.arguments(verb, self.evening, dice)),)))

    @rule(chance=CHANCE)
    def more_is_left_than_was_paid(self, chance: int) -> None:
        """The dealer keys winnings that nobody collected, more than a coup can have posted; an inspector looks."""
        dice = self.dice(chance)
        inspector = self.evening.by("ispettore_gioco")
        if inspector.badge not in {it.person.badge for it in self.evening.state.staff}:
            self.evening.press(Press(inspector, (("sign_on", {}),)))
        at = dice.choice(self.evening.record.positions)["label"]
        left = {"position": at, "left": "winnings", "amount": 10_000_000}
        answer = self.evening.press(
            Press(self.evening.by("dealer"), (("report_incident", {"kind": "uncollected", "facts": left}),))
        )
        if not isinstance(answer, Refused):
            confirmed = ("confirm_uncollected", {"incident": answer.number})
            self.evening.press(Press(inspector, (confirmed,)))

    @rule(chance=CHANCE)
    def a_coup_that_is_over_is_disputed(self, chance: int) -> None:
        """One of the latest; it is decided, perhaps by two, and somebody may refer it first or take it back."""
        dice = self.dice(chance)
        self.play_up_to(dice.choice([None, Phase.BETTING]))
        record = self.evening.record
        over = [coup for coup in record.coups if coup["ended"]]
        if not over:
            return
        second = "capo_isola" if record.rules["presence"] == "ispettore_gioco" else "ispettore_comunale"
        there = {it.person.badge for it in self.evening.state.staff}
        for person in map(self.evening.by, ("ispettore_gioco", "direzione", second)):
            if person.badge not in there:
                self.evening.press(Press(person, (("sign_on", {}),)))
        disputed, position = record.key_of(dice.choice(over[-3:])), dice.choice(record.positions)["label"]
        claim = {"kind": "dispute", "facts": incidents.claim(disputed, position, dice)}
        self.press_somebody(dice, "report_incident", claim)
        by = {"decide_dispute": record.rules["disputes_decided_by"], "confirm_dispute": second}
        for name in (*dice.choice([(), (), ("refer",), ("withdraw_incident",)]), *by):
            if given := [it for verb, it in incidents.likely(self.evening, dice) if verb == name]:
                who = self.evening.by(by.get(name, "ispettore_gioco"))
                self.evening.press(Press(who, ((name, dice.choice(given)),)))

    @rule(chance=CHANCE)
    def the_dealer_errs(self, chance: int) -> None:
        """The cards of a coup lie at the wrong boxes, and sooner or later it is told: all, some, or something else."""
        mishaps.cards_at_the_wrong_boxes(self, self.dice(chance))

    @rule(chance=CHANCE)
    def the_reader_errs(self, chance: int) -> None:
        """What is declared is the contrary of what is held."""
        mishaps.a_wrong_declaration(self, self.dice(chance))

    @rule(chance=CHANCE)
    def cards_go_astray(self, chance: int) -> None:
        """Cards stick together, fall, are seen, are one too many."""
        astray.cards_go_astray(self, self.dice(chance))

    @rule(chance=CHANCE)
    def covered_cards_are_mixed(self, chance: int) -> None:
        """Which of them came first is lost; of their order something is said and set aside, and some are shown."""
        dice, dealer = self.dice(chance), self.evening.by("dealer")
        self.play_up_to(Phase.READING)
        mixed = {"kind": "inverted", "facts": {"lost": [1, 2]}}
        self.evening.press(Press(dealer, (("report_incident", mixed),)))
        cases, cards = open_cases(self.evening.state.table), self.evening.state.of_the_hand
        if not cases or len(cards) < FIRST_CARDS:
            return
        said = {"incident": cases[-1].number, "before": [[it.number for it in dice.sample(cards, 2)]]}
        self.evening.press(Press(dealer, (("add_evidence", said),)))
        aside = {"incident": cases[-1].number, "statement": self.evening.record.table["number"]}
        self.evening.press(Press(dealer, (("set_evidence_aside", aside),)))
        named = {"incident": cases[-1].number, "badge": dealer.badge}
        self.evening.press(Press(self.evening.by("ispettore_gioco"), (("name_cause", named),)))
        shown = [it for verb, it in incidents.likely(self.evening, dice) if verb == "show_card"]
        for given in shown[:2]:
            self.evening.press(Press(dealer, (("show_card", given),)))
        if dice.random() < TAKEN_BACK:
            self.evening.press(Press(dealer, (("withdraw_incident", {"incident": cases[-1].number}),)))

    @rule(chance=CHANCE)
    def the_first_card_falls(self, chance: int) -> None:
        """The stakes go back, and the hand is called blank before its next card."""
        said = self.dice(chance).random() < FALLS_AND_IS_CALLED
        self.play_up_to(Phase.CLOSED)
        falls = {"kind": "fallen_card", "facts": {"places": [1], "said": said}}
        self.evening.press(Press(self.evening.by("dealer"), (("report_incident", falls),)))
        self.play(2)

    @rule()
    def the_card_that_waits_falls(self) -> None:
        """It was set aside in this hand, and is the first of the next."""
        self.play_up_to(Phase.READING)
        dealer, overlooked = self.evening.by("dealer"), {"kind": "overlooked_card", "facts": {"seen": False}}
        self.evening.press(Press(dealer, (("report_incident", overlooked),)))
        falls = {"kind": "fallen_card", "facts": {"places": [len(self.evening.state.of_the_hand) or 1]}}
        self.evening.press(Press(dealer, (("report_incident", falls),)))

    @rule(chance=CHANCE)
    def the_sabot_is_empty(self, chance: int) -> None:
        """Earlier than the record has it: cards are missing, and what is on the table ends by Art. 5."""
        empty = {"kind": "sabot_empty", "facts": {}}
        self.play_up_to(self.dice(chance).choice([None, Phase.BETTING, Phase.CLOSED, Phase.BANCO_UP]))
        if self.evening.state.shoe is not None:
            self.evening.press(Press(self.evening.by("dealer"), (("report_incident", empty),)))
            mishaps.decided(self)

    @rule(chance=CHANCE)
    def a_card_is_worn(self, chance: int) -> None:
        """The dealer asks for another one in its place; mostly the inspector brings it at once."""
        dice = self.dice(chance)
        self.evening.press(Press(self.evening.by("dealer"), (astray.worn(self.evening, dice),)))
        spares = [it for verb, it in incidents.likely(self.evening, dice) if verb == "authorise_replacement"]
        if spares and dice.random() < SPARE_AT_ONCE:
            self.evening.press(Press(self.evening.by("ispettore_gioco"), (("authorise_replacement", spares[-1]),)))

    @rule(chance=CHANCE)
    def something_fitting(self, chance: int) -> None:
        """A verb that the table's state admits."""
        dice = self.dice(chance)
        name = dice.choice(presses.fitting(self.evening))
        self.press_somebody(dice, name, presses.arguments(name, self.evening, dice))

    @rule(chance=CHANCE, name=st.sampled_from(presses.AT_THE_TABLE))
    def something_unfitting(self, chance: int, name: str) -> None:
        """Any verb at any time."""
        dice = self.dice(chance)
        self.press_somebody(dice, name, presses.arguments(name, self.evening, dice))

    # --- the end

    @rule()
    def it_could_end_here(self) -> None:
        """From wherever the evening stands a way leads to the end of the coup and of the game."""
        with self.evening.branch() as otherwise:
            croupier.to_the_end(otherwise)

    def teardown(self) -> None:
        """Every evening comes to its end."""
        try:
            if hasattr(self, "evening"):
                self.go_home()
        finally:
            self.forget()

    def forget(self) -> None:
        """Nothing of the evening is kept."""
        transaction.savepoint_rollback(self.mark)
        if hasattr(self, "short_shoe"):
            self.short_shoe.stop()

    def go_home(self) -> None:
        """The coup is finished, the table closed, and the register tells the same evening again."""
        croupier.to_the_end(self.evening)
        self.evening.check_refusals()
        self.evening.count()
        if faults := chain.faults(chain.rows(CODE)):
            raise Broken("the_chain_is_whole", faults)
        if unlike := replay.replay(CODE):
            raise Broken("the_register_deals_the_shoe_again", unlike)
        if unlike := differences_where_pruned(CODE, each=11):
            raise Broken("what_is_open_is_enough_to_go_on", unlike)
        if unsound := found(exported(CODE)):
            raise Broken("whoever_has_the_register_alone_finds_it_sound", unsound)


def _of_cards(cards: int) -> Callable[[Profile, int], int]:
    """The decks of a short shoe: checked as ever, and then only so many of their cards are in it."""
    return lambda house, decks: min(check_decks(house, decks), cards)
