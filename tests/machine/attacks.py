"""What somebody does who means harm, or whose tablet is broken: the table refuses it and stays as it was."""

from random import Random
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from table.models import HOUSE
from table.play.declaration import VERBS
from table.rules.refusal import Code, Refused
from tests.machine import presses
from tests.machine.croupier import onward
from tests.machine.evening import Evening, Press, Tally
from tests.machine.laws import Broken

CODE = "T3"
LATER = 10**6
IN_THE_HOUSE = ["take_on", "set_role", "add_table"]
NO_VERBS = ["", "nothing", "x" * 300, "open_bets ", "raise_", "__class__", "%(verb)s"]
NO_NAMES = ["", "x" * 61, "\ud800", "\x00", "a/1"]
OTHER_PRESSES = ["", "actor", "act", "arguments", "more acts"]
BADGES = ["nadia", "nico", "", "a b", "x" * 300, "\ud800", "house"]
CHANCE = st.integers(0, 2**32 - 1)
"""Hypothesis chooses which rules run and shrinks their sequence; what a rule presses is left to plain chance."""


class Attacked(RuleBasedStateMachine):
    """A table under attack; ``tally`` is that of all evenings of a run."""

    tally: ClassVar[Tally] = Tally()
    evening: Evening

    def dice(self, chance: int) -> Random:
        """Fresh dice for every step, the same ones when the same steps are taken again."""
        return Random(f"{chance} {self.evening.nonces}")

    @rule(chance=CHANCE)
    def arguments_are_hostile(self, chance: int) -> None:
        """Arguments that no screen would send."""
        dice = self.dice(chance)
        name = dice.choice(presses.fitting(self.evening))
        self.press_somebody(dice, name, presses.hostile(name, self.evening, dice))

    @rule(chance=CHANCE)
    def the_wrong_register(self, chance: int) -> None:
        """Acts of the house, in the house, at the table or nowhere; and an act of the table in the house."""
        dice = self.dice(chance)
        name = dice.choice([*IN_THE_HOUSE, "open_bets"])
        arguments = dice.choice([presses.arguments, presses.hostile])
        given = arguments(name, self.evening, dice)
        if "badge" in given:
            given["badge"] = dice.choice(BADGES)
        owner = dice.choice([HOUSE, HOUSE, HOUSE, CODE, "nowhere", "x" * 300])
        self.evening.press(Press(self.evening.by("direzione"), ((name, given),), seen=LATER, owner=owner))

    @rule(chance=CHANCE)
    def an_impossible_card(self, chance: int) -> None:
        """Where good staff would key a card, one is keyed of which all are out: no deck holds another."""
        right = onward(self.evening)
        verb, given = right.steps[0]
        faces = given.get("cards") or [given.get("card")]
        all_out = self.evening.record.all_out()
        if not all_out or faces[0] is None:
            return
        wrong = [self.dice(chance).choice(all_out)] * len(faces)
        steps = ((verb, {**given, **({"cards": wrong} if "cards" in given else {"card": wrong[0]})}),)
        self._is_refused(Press(right.by, steps), Code.CARD_IMPOSSIBLE, Code.CARD)

    @rule(name=st.sampled_from(NO_VERBS))
    def no_verb(self, name: str) -> None:
        """There is no such act."""
        self._is_refused(Press(self.evening.by("dealer"), ((name, {}),)), Code.VERB)

    @rule(nonce=st.sampled_from(NO_NAMES))
    def no_name(self, nonce: str) -> None:
        """A press needs a name that can be kept."""
        self._is_refused(Press(self.evening.by("dealer"), (("tip", {"amount": 100}),)), Code.ARGUMENTS, nonce=nonce)

    @rule(other=st.sampled_from(OTHER_PRESSES))
    def pressed_again(self, other: str) -> None:
        """The same press gets its first answer and does nothing; another one under its name is refused."""
        if self.evening.last is None:
            return
        press, nonce, first = self.evening.last
        again, before = _altered(self.evening, press, other), self.evening.all
        if other:
            self._is_refused(again, Code.NONCE, Code.ARGUMENTS, nonce=nonce)
            return
        answer = self.evening.answer(again, nonce)
        self.evening.look()
        if answer != first or self.evening.all != before:
            raise Broken("pressed_again_nothing_happens_twice", f"{again}: {answer}, first {first}")

    @rule(chance=CHANCE, age=st.integers(1, 6))
    def an_old_screen(self, chance: int, age: int) -> None:
        """What was pressed on an old screen is stale if something that it stands on has moved since."""
        dice = self.dice(chance)
        name = dice.choice(presses.fitting(self.evening))
        grounds = self.evening.record.table["grounds"]
        seen = self.evening.record.table["number"] - age
        moved = any(grounds.get(ground, 0) > seen for ground in VERBS[name].ground)
        answer = self.press_somebody(dice, name, presses.arguments(name, self.evening, dice), seen=seen)
        if name in presses.NOT_IN_THE_REGISTER:
            return
        if (isinstance(answer, Refused) and answer.code is Code.STALE) != moved:
            raise Broken("what_moved_is_stale_and_nothing_else", f"{name} on a screen of {seen}: {answer}")

    @rule(chance=CHANCE)
    def a_run_of_acts(self, chance: int) -> None:
        """Several acts in one press: all or none."""
        dice = self.dice(chance)
        names = dice.choices(presses.fitting(self.evening), k=dice.choice([2, 3]))
        steps = tuple((name, presses.arguments(name, self.evening, dice)) for name in names)
        self.evening.press(Press(self.evening.by(dice.choice(["dealer", "ispettore_gioco"])), steps))

    def press_somebody(self, dice: Random, name: str, given: presses.Given, *, seen: int | None = None) -> Any:
        """By somebody, most often one who may."""
        by = presses.somebody(VERBS[name], self.evening, dice)
        return self.evening.press(Press(by, ((name, given),), seen=seen))

    def _is_refused(self, press: Press, *codes: Code, nonce: str | None = None) -> None:
        answer = self.evening.press(press, nonce=nonce)
        if not isinstance(answer, Refused) or answer.code not in codes:
            raise Broken("what_cannot_be_is_refused", f"{press}: {answer}")


def _altered(evening: Evening, press: Press, other: str) -> Press:
    """The press again, or another one that passes itself off as it."""
    match other:
        case "actor":
            return Press(evening.by("auditor"), press.steps, owner=press.owner)
        case "act":
            return Press(press.by, (("annotate", {"text": "not that"}),), owner=press.owner)
        case "arguments":
            return Press(press.by, ((press.steps[0][0], {"surprise": 1}), *press.steps[1:]), owner=press.owner)
        case "more acts":
            return Press(press.by, (*press.steps, ("annotate", {"text": "and that"})), owner=press.owner)
    return press
