"""What is read of a table afterwards speaks as its house does: pages, papers, files; what somebody typed stays so."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from procedures.models import Incident
from procedures.reports.build import report_of
from procedures.reports.files import inputs_of
from procedures.reports.record import Record
from procedures.reports.sections import paper_of
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import Profile, Role, derive
from table.words.numbers import Numbers
from tests.croupier.cases import attest, report
from tests.croupier.coups import close, pay
from tests.croupier.dealer import Croupier
from tests.house.reader import LANGUAGES
from tests.rig.sampling import sampled
from tests.rig.staff import signed_in
from tests.rig.tables import ONLINE_ON_CLOTH, AtTable, ready_table

pytestmark = pytest.mark.django_db
BY_HAND = derive(ONLINE_ON_CLOTH, key="online-by-hand", virtual_shoe=False, rulings=VENEZIA.rulings)
TYPED = "Egalité e Punto, detto dall’Ispettore di Gioco alla Direzione"
NOT_OF: dict[str, tuple[str, ...]] = {
    MALTA.key: ("Egalité", "Ispettore di Gioco", "Capo Isola", "Direzione Giochi"),
    ADMIRAL.key: (
        "Egalité",
        "Ispettore di Gioco",
        "Capo Isola",
        "Capo Tavolo",
        "Direzione",
        "vince (Punto|Banco)",
        "parlano",
    ),
    CLASSICO.key: ("Ispettore di Gioco", "Capo Isola", "Capo Tavolo", "alla Direzione"),
    CLASSICO_COPERTO.key: ("Ispettore di Gioco", "Capo Isola", "Capo Tavolo", "alla Direzione"),
    BY_HAND.key: ("Egalité", "Punto", "PUNTO", "Ispettore di Gioco", "alla Direzione"),
}
"""Words of the Super Punto Banco that are not those of another house, by its key."""
OF: dict[str, str] = {
    VENEZIA.key: "Egalité",
    MALTA.key: "Parità",
    ADMIRAL.key: "Tie",
    CLASSICO.key: "Egalité",
    CLASSICO_COPERTO.key: "Egalité",
}
"""A tie in each house that calls it the same in every language."""
ONLINE_OF = {"it": "Pareggio", "en": "Tie", "de": "Unentschieden"}
HOUSES = [ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA, BY_HAND]
PAGES = ("register", "refused", "coups", "incidents", "evenings", "changes", "figures")
NO_WORDS = re.compile(r"<(script|style)[^>]*>.*?</\1>|<[^>]+>|(Super )?Punto (y )?Banco", re.DOTALL)


def a_tie(table: AtTable, profile: Profile) -> None:
    """Everybody has nine, and it is called wrongly first."""
    close(table, "P100@1", "T20@1")
    Croupier(table, "9S 9H KD KC").advance("announce")
    table.does("announce", punto=9, banco=8)
    pay(table)


def an_evening(profile: Profile) -> tuple[AtTable, int]:
    """A tie, and a case that the Direzione has decided in words that somebody typed."""
    table = ready_table(profile, code="W1")
    a_tie(table, profile)
    case = report(table, "unforeseen", what="other")
    table.cast.ispettore.does("refer", incident=case.number, reason=TYPED)
    table.cast.direzione.does("rule", incident=case.number, text=TYPED, effects=["continue"])
    return table, case.number


def pages(client: Client, case: int) -> dict[str, str]:
    """Every page of the record of this table, in words."""
    found = {name: reverse(name, args=["W1"]) for name in PAGES}
    found |= {"taglia": "/tables/W1/taglie/1/", "coup": "/tables/W1/coups/1.1/", "day": "/records/day/"}
    found |= {"incident": reverse("incident_report", args=["W1", case]), "figures of all": "/records/figures/"}
    return {name: page(client, address) for name, address in found.items()}


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return said(answer.content.decode())


def files(client: Client, case: int) -> dict[str, str]:
    """All that can be handed out and is words, not figures of a program."""
    found: dict[str, tuple[str, list[Any], str]] = {
        "register": ("register", ["W1"], "csv"),
        "register as values": ("register", ["W1"], "json"),
        "taglia": ("taglia", ["W1", 1], "csv"),
        "figures": ("figures", ["W1"], "csv"),
        "figures as values": ("figures", ["W1"], "json"),
        "case": ("incident_report", ["W1", case], "csv"),
        "case as values": ("incident_report", ["W1", case], "json"),
    }
    return {name: said(handed_out(client, *request)) for name, request in found.items()}


def handed_out(client: Client, name: str, args: list[Any], form: str) -> str:
    answer: Any = client.post(reverse(name, args=args), {"form": form, "nonce": f"{name}-{form}"})
    assert answer.status_code == 200, answer.content.decode()
    return b"".join(answer).decode("utf-8-sig")


def said(text: str) -> str:
    """The words of a page, without what somebody typed."""
    return NO_WORDS.sub("\n", text.replace("&#39;", "'").replace(TYPED, "TYPED"))


@pytest.mark.parametrize("language", sampled(LANGUAGES, one_in=3))
@pytest.mark.parametrize("profile", sampled(HOUSES, one_in=6), ids=lambda it: it.key)
def test_pages_and_files_of_a_table_speak_as_its_house_does(profile: Profile, language: str) -> None:
    _table, case = an_evening(profile)
    client = signed_in(Role.AUDITOR, language=language)
    read = pages(client, case) | {f"file of {name}": text for name, text in files(client, case).items()}
    plain = profile in (CLASSICO, CLASSICO_COPERTO, BY_HAND)
    strange = {
        (name, word): text[max(0, at.start() - 40) : at.end() + 40]
        for name, text in read.items()
        for word in (*NOT_OF.get(profile.key, ()), *(("Direzione",) if plain and language != "it" else ()))
        if (at := re.search(rf"(?<!\w){word}(?!\w)", text))
    }
    assert strange == {}
    tie = OF.get(profile.key) or ONLINE_OF.get(language, "")
    assert {name for name in ("register", "taglia", "coup", "file of taglia") if tie not in read[name]} == set()
    assert all("TYPED" in read[name] for name in ("register", "incident", "file of register", "file of case"))


@pytest.mark.parametrize("language", sampled(LANGUAGES, one_in=3))
@pytest.mark.parametrize("profile", sampled([ADMIRAL, MALTA, BY_HAND], one_in=3), ids=lambda it: it.key)
def test_a_report_with_its_pictures_and_its_verdict_does_so_too(profile: Profile, language: str) -> None:
    table = ready_table(profile, code="W1")
    close(table, "B40@1")
    table.does("deal", cards=["6S", "6H", "KD", "KH"])
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "punto", "banco", "punto"]})
    number = table.number
    table.does("show_card", where="punto", card="9C")
    attest(table, Incident.objects.get())
    table.cast.ispettore.does("annul_incident", incident=number, reason=TYPED)
    client = signed_in(Role.AUDITOR, language=language)
    read = page(client, reverse("incident_report", args=["W1", number]))
    read += said(handed_out(client, "incident_report", ["W1", number], "csv"))
    with translation.override(language):
        record = Record.of_case("W1", number)
        assert record is not None
        read += said(inputs_of(paper_of(report_of(record), Numbers(language)))["paper"])
    assert [word for word in NOT_OF[profile.key] if re.search(rf"(?<!\w){word}(?!\w)", read)] == []
    assert "TYPED" in read
