"""What the screens show of incidents: what can be reported when, what is awaited, and nothing that nobody may know."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from procedures.articles import KINDS
from procedures.models import Attestation, Incident
from procedures.screens.offers import reports
from procedures.screens.open_cases import Case, open_cases
from procedures.screens.pictures import comparison, differences
from procedures.screens.sentences import ACTED, EFFECTED
from table.models import Entry
from table.rules.houses import CLASSICO_COPERTO
from table.rules.profile import Role
from table.screens.audiences import WATCHERS
from table.screens.dealer.task import task
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Snapshot, read_entry, take
from table.screens.regions import Region, draw, render
from table.screens.register.lines import RecordLine, lines
from table.verbs.declaration import VERBS
from tests.house.coups import close, deal, lay
from tests.house.pressing import Buttons, drawn
from tests.house.shift import Doing
from tests.house.situations import SITUATIONS, Script
from tests.house.work import Counting
from tests.procedures import cases
from tests.procedures.cases import OPENED, attest
from tests.rig.staff import PIN, signed_in, with_pin
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
LANGUAGES = ("it", "en", "de")
CASES = [f"incidents:{role}" for role in sorted({*WATCHERS, Role.DEALER})]
SCREENS = CASES + [f"reports:{role}" for role in sorted({*WATCHERS, Role.DEALER})]
MOST_STATEMENTS = 20
"""For the incidents of a table on all its screens, in all languages; the number of incidents does not matter."""


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def table() -> AtTable:
    """Guests sit at a table of Venezia, and an Ispettore is there."""
    return ready_table()


def shown(table: AtTable) -> Snapshot:
    """The table as its screens show it."""
    snapshot = take(table.code)
    assert snapshot is not None
    return snapshot


def region(table: AtTable, role: str, language: str = "en") -> str:
    """The incidents as somebody in this role sees them."""
    wall = draw(table.code, [Region(f"{kind}:{role}", language) for kind in ("incidents", "reports")])
    assert wall is not None
    text = "".join(wall.texts[it] for it in sorted(wall.texts))
    assert "not-drawn" not in text
    return text


def opened(name: str) -> Script:
    """A table at which this incident stands."""

    def script() -> AtTable:
        table = ready_table()
        OPENED[name](table)
        return table

    return script


def offered(table: AtTable, role: Role = Role.DEALER) -> set[str]:
    """What can be reported now."""
    return {it.kind for it in reports(shown(table), role)}


def only_case(table: AtTable) -> Case:
    (case,) = open_cases(shown(table))
    return case


# --- what can be reported


def test_between_coups_only_what_needs_no_hand_can_be_reported(table: AtTable) -> None:
    assert offered(table) == {"extra_card", "worn_card", "visible_card", "unforeseen"}


def test_while_stakes_are_laid_no_card_lies_that_could_be_wrong(table: AtTable) -> None:
    lay(table, "P100@1")
    assert not offered(table) & {"inverted", "wrong_number", "undue_third", "stuck_cards", "turned_by_dealer"}


def test_once_the_betting_is_closed_cards_can_stick_and_fall(table: AtTable) -> None:
    close(table, "P100@1")
    assert offered(table) >= {"stuck_cards", "fallen_card"}
    assert not offered(table) & {"inverted", "wrong_number", "undue_third"}


def test_four_cards_can_lie_wrong_in_every_way(table: AtTable) -> None:
    deal(table, "P100@1")
    assert offered(table) >= {"inverted", "wrong_number", "undue_third", "turned_by_dealer", "fallen_card"}


def test_nobody_but_the_dealer_and_the_ispettore_di_gioco_reports(table: AtTable) -> None:
    deal(table, "P100@1")
    assert 'data-leads="report-inverted"' in region(table, Role.ISPETTORE_GIOCO)
    for role in (Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.DIREZIONE):
        assert "data-leads" not in region(table, role)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_that_is_offered_has_its_sheet(table: AtTable, language: str) -> None:
    deal(table, "P100@1")
    text = region(table, Role.DEALER, language)
    for sheet in re.findall(r'data-leads="(report-\w+)"', text):
        assert f'<dialog id="{sheet}"' in text


def test_a_house_without_coups_in_bianco_is_not_told_to_say_it() -> None:
    table = ready_table(CLASSICO_COPERTO)
    close(table, "P100@1")
    assert "Colpo in Bianco" not in region(table, Role.DEALER)


def test_sheets_stay_in_their_places_when_the_table_moves(table: AtTable) -> None:
    """One that is open would close if it were taken out and put back."""
    before = Buttons(region(table, Role.DEALER)).ids
    assert "report-inverted" in before
    cases.inverted(table)
    assert Buttons(region(table, Role.DEALER)).ids == before


@pytest.mark.parametrize("script", [*SITUATIONS.values(), *map(opened, OPENED)], ids=[*SITUATIONS, *OPENED])
def test_what_stands_on_a_button_has_the_form_of_an_act_and_leads_to_a_sheet(script: Script) -> None:
    table = script()
    console, own = Buttons(drawn(table)), {role: region(table, role) for role in (*WATCHERS, Role.DEALER)}
    for role, text in own.items():
        buttons = Buttons(text)
        for act in (act for press in buttons.presses for act in press):
            assert set(act["given"]) <= set(VERBS[act["verb"]].arguments.__struct_fields__), act
            assert role in VERBS[act["verb"]].roles
        beside = console.ids if role is Role.DEALER else []
        ids = [*buttons.ids, *beside, "attest-here"]
        assert len(ids) == len(set(ids))
        assert {*buttons.opens, *re.findall(r'data-leads="([^"]+)"', text)} <= set(ids)


# --- what stands


@pytest.mark.parametrize("name", OPENED)
def test_an_incident_is_shown_to_everybody_who_works_at_the_table(table: AtTable, name: str) -> None:
    OPENED[name](table)
    case = only_case(table)
    assert case.awaits
    everywhere = draw(table.code, [Region(screen, language) for screen in CASES for language in LANGUAGES])
    assert everywhere is not None
    for where, text in everywhere.texts.items():
        assert f'data-key="band-{case.number}"' in text, where
        assert ("incident-decision" in text) == (where.name != "incidents:dealer"), where


def test_what_is_awaited_follows_what_is_done(table: AtTable) -> None:
    cases.declaration(table)
    said = [only_case(table).awaits]
    for office in ("ispettore", "comunale"):
        attest(table, only_case(table).incident, office)
        said.append(only_case(table).awaits)
    assert said == [
        "Awaited: the presence of Ispettore di Gioco, Ispettore Comunale.",
        "Awaited: the presence of Ispettore Comunale.",
        "Awaited: the Ispettore di Gioco ratifies.",
    ]


def test_what_is_not_clear_can_be_annulled_or_referred_and_not_ratified(table: AtTable) -> None:
    cases.order_lost(table)
    attest(table, only_case(table).incident)
    assert only_case(table).verdict == "not_clear"
    offered = Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs
    assert {"annul_incident", "refer"} <= offered
    assert "ratify" not in offered


def test_nobody_ratifies_before_everybody_is_there(table: AtTable) -> None:
    cases.inverted(table)
    assert "ratify" not in region(table, Role.ISPETTORE_GIOCO)
    attest(table, only_case(table).incident)
    assert "ratify" in region(table, Role.ISPETTORE_GIOCO)
    assert "ratify" not in region(table, Role.ISPETTORE_COMUNALE)


def test_only_the_direzione_rules(table: AtTable) -> None:
    cases.foreign_card(table)
    assert "rule" in Buttons(region(table, Role.DIREZIONE)).verbs
    assert "rule" not in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs


def test_the_dealer_refers_only_where_no_ispettore_is_there(table: AtTable) -> None:
    cases.foreign_card(table)
    assert "refer" not in Buttons(region(table, Role.DEALER)).verbs
    table.cast.ispettore.does("sign_off")
    assert "refer" in Buttons(region(table, Role.DEALER)).verbs


# --- as they lie and as they ought to lie


def test_the_cards_that_have_to_move_are_marked(table: AtTable) -> None:
    cases.inverted(table)
    snapshot = shown(table)
    pictures = comparison(snapshot, only_case(table).incident.answer)
    assert pictures is not None
    assert pictures.ought is not None
    assert {box.side: [it.number for it in box.cards] for box in pictures.as_laid} == {"banco": [1, 4], "punto": [2, 3]}
    assert {box.side: [it.number for it in box.cards] for box in pictures.ought} == {"banco": [2, 4], "punto": [1, 3]}
    assert [it.number for box in pictures.ought for it in box.cards if it.moved] == [2, 1]


def test_a_card_that_is_lacking_has_its_place(table: AtTable) -> None:
    cases.declaration(table)
    pictures = comparison(shown(table), only_case(table).incident.answer)
    assert pictures is not None
    assert pictures.ought is not None
    assert {box.side: box.missing for box in pictures.ought} == {"banco": 0, "punto": 1}


def test_a_card_that_nobody_has_a_right_to_is_set_aside_and_the_money_is_that_of_the_hands(table: AtTable) -> None:
    cases.undue_third(table)
    answer = only_case(table).incident.answer
    pictures = comparison(shown(table), answer)
    assert pictures is not None
    assert pictures.ought is not None
    assert {box.side: [it.number for it in box.cards] for box in pictures.ought}[""] == [5]
    assert [(it.position, it.box, it.before, it.after) for it in differences(shown(table), answer)] == [
        ("1", "banco", None, 0)
    ]


def test_no_screen_knows_the_face_of_a_covered_card(table: AtTable) -> None:
    cases.inverted(table)
    for role in WATCHERS:
        assert 'class="card-rank"' not in region(table, role)


# --- what it costs


def test_more_incidents_cost_no_more_statements(table: AtTable) -> None:
    deal(table, "P100@1")
    wanted = [Region(screen, language) for screen in SCREENS for language in LANGUAGES]
    costs = []
    for _ in range(3):
        table.does("report_incident", kind="unforeseen", facts={"what": "other"})
        with Counting() as work:
            draw(table.code, wanted)
        costs.append(work.statements)
    assert costs[0] == costs[-1] <= MOST_STATEMENTS


# --- presence by badge and PIN, at somebody else's device


def address(table: AtTable, case: Incident) -> str:
    return f"/tables/{table.code}/incidents/{case.number}/attest/"


@pytest.fixture
def inspector(table: AtTable) -> Client:
    """The device of the Ispettore di Gioco; the Comunale has a PIN too."""
    with_pin(Role.ISPETTORE_COMUNALE)
    return signed_in(Role.ISPETTORE_GIOCO)


def test_another_inspector_is_present_by_badge_and_pin_and_nobody_is_signed_out(
    table: AtTable, inspector: Client
) -> None:
    cases.declaration(table)
    case = only_case(table).incident
    answer = inspector.post(address(table, case), {"badge": "cosima", "pin": PIN, "nonce": "n1"})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/T3/#incident-{case.number}")
    assert [(it.badge, it.role) for it in Attestation.objects.all()] == [("cosima", "ispettore_comunale")]
    assert "ivo" in inspector.get("/tables/T3/").content.decode()


def test_a_wrong_pin_attests_nothing(table: AtTable, inspector: Client) -> None:
    cases.declaration(table)
    case = only_case(table).incident
    answer = inspector.post(address(table, case), {"badge": "cosima", "pin": "0000", "nonce": "n1"})
    assert answer.status_code == 403
    assert "0000" not in answer.content.decode()
    assert not Attestation.objects.exists()


def test_who_caused_it_does_not_attest_it_by_pin_either(table: AtTable) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    client = signed_in(Role.DEALER)
    answer = client.post(address(table, case), {"badge": "dario", "pin": PIN, "nonce": "n1"})
    assert answer.status_code == 403
    assert not Attestation.objects.exists()


def test_at_the_dealers_tablet_it_leads_back_to_the_console(table: AtTable) -> None:
    cases.inverted(table)
    with_pin(Role.ISPETTORE_GIOCO)
    case = only_case(table).incident
    answer = signed_in(Role.DEALER).post(address(table, case), {"badge": "ivo", "pin": PIN, "nonce": "n1"})
    assert answer["Location"] == f"/tables/T3/dealer/#incident-{case.number}"


def test_a_case_that_is_decided_asks_for_nobody(table: AtTable, inspector: Client) -> None:
    cases.inverted(table)
    case = only_case(table).incident
    assert inspector.get(address(table, case)).status_code == 200
    table.does("withdraw_incident", incident=case.number)
    assert inspector.get(address(table, case)).status_code == 404


# --- the register


def test_every_act_and_effect_of_an_incident_has_its_sentence() -> None:
    own = {name for name, verb in VERBS.items() if verb.perform.__module__.startswith("procedures.")}
    assert set(ACTED) == own


def everything(table: AtTable) -> Iterator[Doing]:
    """Incidents from report to decision, each verb at least once."""
    yield "dealer", "report_incident", {"kind": "worn_card", "facts": {"card": "7D", "damage": "torn"}}
    yield "ispettore", "authorise_replacement", {"incident": table.number, "card": "7D", "serial": "S-spare"}
    deal(table, "P100@1")
    yield "dealer", "report_incident", {"kind": "wrong_number", "facts": {"laid": ["punto", "banco", "punto"]}}
    yield "dealer", "withdraw_incident", {"incident": table.number}
    yield "dealer", "report_incident", {"kind": "inverted", "facts": {"laid": ["banco", "punto", "punto", "banco"]}}
    incident = {"incident": table.number}
    yield "dealer", "add_evidence", {**incident, "places": {"1": [1]}, "source": "video"}
    yield "ispettore", "attest", incident
    yield "ispettore", "ratify", incident
    yield "dealer", "report_incident", {"kind": "unforeseen", "facts": {"what": "disturbance"}}
    incident = {"incident": table.number}
    yield "ispettore", "refer", {**incident, "reason": "a guest took a card"}
    yield "direzione", "rule", {**incident, "text": "the coup goes on", "effects": ["continue"]}
    yield "dealer", "report_incident", {"kind": "inverted", "facts": {"lost": [1, 2]}}
    incident = {"incident": table.number}
    yield "ispettore", "attest", incident
    yield "ispettore", "annul_incident", {**incident, "reason": "cards mixed up"}


def written(table: AtTable, language: str) -> list[RecordLine]:
    """The incidents of the register in words."""
    found = Entry.objects.filter(register=table.code, verb__in=ACTED).order_by("number")
    with translation.override(language):
        return lines([read_entry(entry) for entry in found], Numbers(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_register_tells_incidents_in_words(table: AtTable, language: str) -> None:
    for who, verb, given in everything(table):
        getattr(table.cast, who).does(verb, **given)
    told = written(table, language)
    assert {*ACTED} == set(Entry.objects.filter(register=table.code, verb__in=ACTED).values_list("verb", flat=True))
    for line in told:
        text = " ".join([line.act, *line.effects])
        assert not re.search(r"%\(|[a-z]_[a-z]|[0-9a-f]{32}|None|True|False", text), text
        assert line.act


def test_the_free_texts_of_an_incident_are_read_with_it(table: AtTable) -> None:
    for who, verb, given in everything(table):
        getattr(table.cast, who).does(verb, **given)
    text = " ".join(line.act for line in written(table, "en"))
    for words in ("a guest took a card", "the coup goes on", "cards mixed up", "S-spare", "Cards lie at the wrong box"):
        assert words in text


def test_every_kind_is_called_by_a_name() -> None:
    assert all(str(kind.title) for _article, kind in KINDS.values())
    assert EFFECTED["incident_decided"]


# --- a coup that is held while cards lie covered


def test_cards_that_have_to_be_turned_first_are_turned_at_the_console(table: AtTable) -> None:
    """Super Punto Banco, Art. 7: the order of five cards is not told before they lie open."""
    close(table, "P100@1", "B50@3")
    table.does("deal")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    laid = ["punto", "banco", "punto", "banco", "banco"]
    table.does("report_incident", kind="wrong_number", facts={"laid": laid})
    assert only_case(table).why == "E_CARD_COVERED"
    keyed = {"turn_banco": ["7S", "KD"], "turn_punto": ["4H", "AD"], "turn_third": ["2C"]}
    while only_case(table).why:
        pads = task(shown(table)).pads
        assert pads, "a way on"
        (pad, cards) = pads[0], keyed[pads[0].verb]
        given = {pad.argument: cards if pad.argument == "cards" else cards[0], **pad.given}
        table.does(pad.verb, **given)
    assert only_case(table).clear


def test_the_tile_of_a_table_at_which_a_case_stands_says_who_decides(table: AtTable) -> None:
    table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"})
    now = take(table.code)
    assert now is not None
    text = render(now, Region("tile", "en"))
    assert "badge-held" in text
    assert "The inspector decides." in text
