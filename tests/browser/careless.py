"""Hands keyed as carelessly as people key, by touch: chance chooses among the pads that the console offers."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from procedures.models import Incident
from table.models import DrawnCard
from table.rules.refusal import Refused
from table.rules.regola import FIRST_CARDS
from tests.browser.fingers import AtScreens, Pad
from tests.croupier.cases import attest, newest
from tests.procedures.careless import KINDS, NEVER, Hand, Keyed, Said


class Touched(Keyed):
    """A hand as it is keyed by touch; truly as far as boxes and faces go, but that one is mistyped now and then.

    ``backs`` are covered cards, by their numbers, of which somebody has said when they came out.
    """

    def __init__(self, table: AtScreens, hand: Hand, chance: Random) -> None:
        super().__init__(table, hand, chance)
        self.screens, self.backs = table, dict[int, Said]()

    def _anything(self) -> None:
        acts = {
            self._turn_a_pair: 2,
            self._report_falsely: 2,
            self._report_truly: 1,
            self._take_back: 1,
            self._show: 3,
            self._say: 1,
        }
        self.chance.choices([*acts], [*acts.values()])[0]()

    # --- what is turned: chance chooses among the pads

    def _turn_a_pair(self) -> None:
        """A pad that takes both cards of a hand."""
        self._key_one(self._truly(pair=True))

    def _show(self, most: int = 2) -> None:
        """So many of the pads, one after the other, as long as there are any."""
        for _ in range(most):
            if not self._key_one(self._truly(pair=False)):
                return

    def _truly(self, *, pair: bool) -> list[tuple[Pad, list[str]]]:
        """The pads in reach that can be filled truly, each with what lies there."""
        pads = [it for it in self.screens.pads() if it.verb != "card_out" and (not pair or len(it.faces) == 2)]
        found = [(it, self._faces_for(it)) for it in pads]
        return [(pad, faces) for pad, faces in found if faces]

    def _faces_for(self, pad: Pad) -> list[str]:
        """What lies in the places of a pad, whichever of them somebody turns first; nothing if too few lie there."""
        there, wanted = self._covered(pad.where), pad.faces.count("")
        number = pad.given.get("number")
        if number in self.backs:
            there = [str(self.hand.order[self.backs[number].place])]
        elif number is not None:
            there = [it for it in there if self._is_alone(number) and it == str(self.hand.order[-1])]
        else:
            there = self._not_by_number(there, pad)
        return self.chance.sample(there, wanted) if len(there) >= wanted else []

    def _not_by_number(self, there: list[str], pad: Pad) -> list[str]:
        """What lies there and has no pad of its own: the card that came by itself has, where the record has it so."""
        alone = any(it.location == pad.where and not it.face for it in self.table.state.came_alone)
        named = Counter([str(self.hand.order[-1])] if alone and self.hand.third and not pad.doubts else [])
        return [*(Counter(there) - named).elements()]

    def _is_alone(self, number: int) -> bool:
        return self.hand.third and number in {it.number for it in self.table.state.came_alone}

    def _key_one(self, pads: list[tuple[Pad, list[str]]]) -> bool:
        """One of these pads, by chance; gives whether there was any."""
        if not pads:
            return False
        pad, faces = self.chance.choice(pads)
        there = [it for it in self.table.state.of_the_hand if it.location == pad.where and not it.face]
        # What came by itself has a pad of its own beside that of the others.
        covered = [it for it in there if not it.alone] or there
        mistyped = len(faces) == 1 and self.chance.random() < 0.15
        try:
            self.screens.keys(pad, [NEVER] if mistyped else faces)
        except Refused:
            return True
        self._is_known_by(pad, covered)
        if mistyped:
            self._correct(self._row(NEVER), faces[0])
        return True

    def _is_known_by(self, pad: Pad, covered: Sequence[DrawnCard]) -> None:
        """What is known of the order by the pad that was chosen, of the cards that lay ``covered`` there before."""
        number, spoken = pad.given.get("number"), [it.number for it in covered if it.number in self.backs]
        if number is not None and number not in self.backs:
            self.third_named = True
        elif number is not None or len(covered) == 1:
            self.known += [self.backs.pop(it) for it in spoken if number in (None, it)]
        for gone in spoken if number is None else []:
            self.backs.pop(gone, None)

    # --- the card that comes by itself

    def _serve(self) -> None:
        """Keyed as it comes where it is due and somebody turns it; else it lies covered."""
        due = next((it for it in self.screens.pads() if it.verb == "card_out"), None)
        face = str(self.hand.order[-1])
        if due is not None and self.hand.once(face) >= 0 and self.chance.random() < 0.5:
            self.screens.keys(due, [face])
            self.third_named = True
        elif self.screens.dealer.offers(".tool[data-opens=card-out]"):
            self.screens.does("card_out", extra=True)
        else:
            self._not_due()
        self.out = None

    def _not_due(self) -> None:
        """By what is said it lies beside the sabot, as a card too many, or at its box, which is reported."""
        finger, box = self.screens.dealer, self.hand.boxes[-1]
        self.screens.not_due()
        served = f'#card-not-due [data-key="served-{box}"]'
        four_before = len(self.hand.order) == FIRST_CARDS + 1
        if four_before and finger.offers(served) and self.chance.random() < 0.7:
            laid = [str(it.location) for it in self.table.state.of_the_hand]
            finger.sends(served)
            self.reported.append((newest(), (*laid, box)))
        else:
            finger.sends("#card-not-due [data-press*=card_out]:not([data-press*=exposed])")

    # --- how they lie

    def _report(self, laid: Sequence[str], *, anew: bool = False) -> None:
        """What has to be told is told as any kind that is offered, or at the sheet of a case that stands."""
        if not anew:
            return super()._report(laid)
        for kind in self.chance.sample(KINDS, len(KINDS)):
            if self._press("report_incident", kind=kind, facts={"laid": [*laid]}):
                self.reported.append((newest(), tuple(laid)))
                return None
        case = self.reported[-1][0]
        self.table.does("add_evidence", incident=case.number, laid=[*laid])
        self.reported.append((case, tuple(laid)))
        return None

    def _is_reported_truly(self) -> bool:
        """The record has it so: whoever finds it on a sheet as it is says nothing by leaving it so."""
        return bool(self.reported) and tuple(str(it.location) for it in self.table.state.of_the_hand) == self.hand.boxes

    def _put_right(self) -> None:
        """What no report says by itself falls with the one that has said it, and has to be told again."""
        if not self._is_reported_truly():
            self._report(self.hand.boxes, anew=True)
        super()._put_right()

    def _take_back(self, most: int = 1, *, newest_too: bool = True) -> None:
        super()._take_back(most, newest_too=newest_too)
        remaining = {case.number for case, _laid in self.reported}
        self.backs = {back: said for back, said in self.backs.items() if said.case in remaining}

    # --- what is said of the order

    def _tell_apart(self) -> None:
        """Somebody knows of one covered card when it came: it is said at the inspector's sheet, before it is turned."""
        alone = {it.number for it in self.table.state.came_alone}
        covered = [it for it in self.table.state.of_the_hand if not it.face and it.number not in alone]
        back = self.chance.choice(covered) if covered and self.chance.random() < 0.5 else None
        free = [at for at, card in enumerate(self.hand.order) if self._can_be(back, at, str(card))]
        if back is None or not free:
            return
        place, case = self.chance.choice(free), self.reported[-1][0]
        if self._press("add_evidence", incident=case.number, places={str(back.number): [place + 1]}):
            self.backs[back.number] = Said(case.number, place)


def decided(table: AtScreens, case: Incident) -> None:
    """The inspector opens the sheet, is present, and does what it offers: ratified if it is clear, else annulled."""
    finger, dialog = table.inspector, f"#incident-{case.number}"
    table.opens_case(case.number)
    if finger.offers(f"{dialog} form[data-steps*=attest] button"):
        finger.sends(f"{dialog} form[data-steps*=attest] button")
    attest(table, case)
    ratify, annul = f"{dialog} [data-press*=ratify]", f"{dialog} [data-steps*=annul_incident]"
    if finger.offers(ratify):
        finger.sends(ratify)
        return
    if not finger.offers(f"{annul} button"):
        finger.tap(f'{dialog} [data-key="annul-{case.number}"] summary')
    reason = finger.page.locator(f"{annul} [name=reason]")
    if not reason.input_value():
        reason.fill("not clear")
    finger.sends(f"{annul} button")
