"""A refusal as it is read: words for codes, amounts as they are written, in three languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from table.models import Display, Position, Shoe, Table
from table.play.declaration import VERBS
from table.record.refusals import WORDS, say
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Cents, Code, Listed, Refused
from table.words.terms import DISPLAYS, PHASES, PROPOSALS, ROLES, SEATS, SHOES, STATUSES
from tests.rig.tables import ready_table

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


ROLE = {
    "it": "«quattro carte» non spetta a chi è «Capo Isola»; spetta a: Dealer.",
    "en": "“four cards” is not for the role “Capo Isola”; it is for Dealer.",
    "de": "„vier Karten“ ist nicht Sache der Rolle „Capo Isola“; zuständig: Croupier.",
}
PHASE = {
    "it": "Non è il momento di «pagare e riscuotere»: il colpo è alla fase «puntate aperte».",
    "en": "It is not the turn of “pay and collect”: the coup stands at “betting open”.",
    "de": "„zahlen und einziehen“ ist nicht an der Reihe: Der Coup steht bei „Einsätze offen“.",
}
STATUS = {
    "it": "«aprire le puntate» non è possibile mentre il tavolo è sospeso.",
    "en": "“open the betting” is not possible while the table is suspended.",
    "de": "„Einsätze eröffnen“ ist nicht möglich, solange der Tisch unterbrochen ist.",
}
SEAT = {
    "it": "La postazione 3 è occupata, non segnata.",
    "en": "Position 3 is occupied, not marked.",
    "de": "Platz 3 ist besetzt, nicht markiert.",
}
LIMIT = {
    "it": "1.005,00 su Punto supera il massimo di 1.000,00.",
    "en": "1,005.00 on Punto is above the maximum of 1,000.00.",
    "de": "1.005,00 auf Punto übersteigt das Maximum von 1.000,00.",
}
KIND = {
    "it": "Questa casa richiede limiti per ciascuno di Egalité, Punto e Banco, e per nient’altro.",
    "en": "This house needs limits for each of Egalité, Punto and Banco, and for nothing else.",
    "de": "Dieses Haus braucht Limits für Egalité, Punto und Banco und für nichts anderes.",
}
NOTHING = {
    "it": "Un importo è maggiore di 0.",
    "en": "An amount is more than 0.",
    "de": "Ein Betrag ist größer als 0.",
}


@pytest.mark.django_db
def test_what_the_table_says_no_to_is_read_in_the_words_of_the_house(language: str) -> None:
    table = ready_table()
    assert say(table.cast.capo_isola.is_refused(Code.ROLE, "deal")) == ROLE[language]
    assert say(table.refuses(Code.SEAT, "return", position="3")) == SEAT[language]
    table.does("open_bets")
    assert say(table.refuses(Code.PHASE, "settle")) == PHASE[language]
    given: dict[str, Any] = {"coup": table.coup, "position": "1", "box": "punto", "amount": 100_500}
    assert say(table.refuses(Code.MAX, "place", **given)) == LIMIT[language]
    table.cast.ispettore.does("suspend")
    assert say(table.refuses(Code.TABLE_NOT_OPEN, "open_bets")) == STATUS[language]
    few = {"main": [1000, 2000]}
    assert say(table.cast.ispettore.is_refused(Code.LIMITS, "set_limits", limits=few)) == KIND[language]


def test_a_fact_that_is_no_code_stays_as_it_is(language: str) -> None:
    facts: dict[str, Any] = {"verb": "cheat", "expected": 6, "amount": 1, "roles": Listed(["dealer", "nobody"])}
    refused = Refused(Code.COUNT, "%(verb)s %(expected)s %(amount)s %(roles)s", **facts)
    assert say(refused) == f"cheat 6 1 {ROLES[Role.DEALER]}, nobody"


def test_an_amount_below_nought_has_the_minus_of_print_as_on_screens(language: str) -> None:
    refused = Refused(Code.REASON, "%(difference)s", difference=Cents(-105))
    assert say(refused) == ("−1.05" if language == "en" else "−1,05")


def test_the_log_keeps_the_codes_and_the_english_sentence() -> None:
    refused = Refused(Code.MAX, "%(verb)s %(roles)s %(sum)s", verb="deal", roles=Listed(["dealer"]), sum=Cents(105))
    assert str(refused) == "deal dealer 1.05"


def test_every_act_has_a_name_that_its_people_use(language: str) -> None:
    for name, verb in VERBS.items():
        assert str(verb.title).strip(), name
        assert say(Refused(Code.PHASE, "%(verb)s", verb=name)) == str(verb.title)


def test_every_proposal_and_display_has_a_word() -> None:
    assert set(PROPOSALS) == set(Display.Proposal.values)
    assert set(DISPLAYS) == set(Display.Kind.values)


def test_every_state_has_a_word() -> None:
    assert set(PHASES) == set(Phase)
    assert set(STATUSES) == set(Table.Status.values)
    assert set(SHOES) == {*Shoe.Status.values, "none"}
    assert set(SEATS) == set(Position.State.values)
    assert set(ROLES) == set(Role)


def test_every_word_is_translated(language: str) -> None:
    said = {str(word) for words in WORDS.values() for word in words.values()}
    said |= {str(verb.title) for verb in VERBS.values()}
    assert all(said)
    if language != "en":
        assert not {"open the betting", "stakes settled", "occupied", "suspended", "Shoe reader"} & said


@pytest.mark.django_db
def test_an_amount_of_nothing_is_refused_in_a_sentence_for_who_keyed_it(language: str) -> None:
    table = ready_table()
    limits = {"main": [0, 1000], "egalite": [500, 1000]}
    table.does("open_bets")
    refused = [
        table.refuses(Code.ARGUMENTS, "tip", amount=0),
        table.cast.ispettore.is_refused(Code.ARGUMENTS, "set_limits", limits=limits),
        table.refuses(
            Code.ARGUMENTS,
            "report_incident",
            kind="late_stake",
            facts={"position": "1", "box": "punto", "amount": 0},
        ),
    ]
    assert {say(it) for it in refused} == {NOTHING[language]}
