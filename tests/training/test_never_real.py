"""A training table never counts and never becomes a real one; a real one is never a training table."""

import json

import pytest
from django.db import DatabaseError, transaction
from django.test import Client, RequestFactory

from table.access import tokens
from table.models import HOUSE, Coup, Entry, Guest, Person, Shoe, Table
from table.outside import outlets
from table.outside.delivery import deliver
from table.play.state import TableState
from table.record import door
from table.record.days import day_of
from table.reports.evenings.closing import day_of_house
from table.reports.figures.filters import FigureFilters
from table.reports.figures.taglie import found
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.screens.audiences import NotAdmitted, staff_view
from table.views.doors.landing import place_of
from tests.rig.cast import Cast, Somebody
from tests.rig.staff import BADGES, signed_in
from tests.rig.tables import check, ready_table
from tests.training.room import CODE, INSTRUCTOR, TRAINEE, Trainee, at_the_table, begin, person, training_table

pytestmark = pytest.mark.django_db


def played() -> None:
    """A coup is played at the training table, beside a real one that waits."""
    ready_table()
    training_table()
    begin("extra-unseen")
    Trainee("extra-unseen").meets_it()
    assert Coup.objects.filter(table__code=CODE, ended=True).exists()


# --- it is fixed when the table is added


CHANGES: tuple[tuple[str, dict[str, object]], ...] = (
    (CODE, {"training": False}),
    ("T3", {"training": True}),
    (CODE, {"code": "T9"}),
)


def test_the_database_itself_lets_nobody_change_what_a_table_is(real_database: str) -> None:
    ready_table()
    training_table()
    for code, change in CHANGES:
        with pytest.raises(DatabaseError), transaction.atomic():
            Table.objects.filter(code=code).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        Table.objects.create(code="T8", training=True)
    assert [it.code for it in Table.real.all()] == ["T3"]


def test_the_key_of_a_training_table_is_no_other_tables() -> None:
    ines = Somebody(person(INSTRUCTOR, Role.INSTRUCTOR), HOUSE)
    for key in ("TRAINING-7", "training-7", "Training-"):
        Cast.at(HOUSE).direzione.is_refused(Code.ARGUMENTS, "add_table", code=key)
    ines.is_refused(Code.ARGUMENTS, "add_training_table", code="T7")
    ines.is_refused(Code.ROLE, "add_table", code="T7")
    Cast.at(HOUSE).direzione.is_refused(Code.ROLE, "add_training_table", code=CODE)
    assert not Table.objects.exists()


def test_an_instructor_stands_in_for_nobody_at_a_real_table() -> None:
    table = ready_table()
    ines = person(INSTRUCTOR, Role.INSTRUCTOR)
    for office in Role:
        with pytest.raises(Refused) as caught:
            door.press(
                "T3",
                [door.Step("annotate", {"text": "x"})],
                by=ines,
                nonce=f"n{office}",
                seen=table.number,
                office=office,
            )
        assert caught.value.code is Code.ROLE
    Somebody(ines, "T3").is_refused(Code.TABLE, "begin_exercise", exercise="late-stake", trainee="dario")


def test_nobody_else_stands_in_for_others_at_a_training_table() -> None:
    training_table()
    for role in set(Role) - {Role.INSTRUCTOR}:
        somebody = person(BADGES[role], role) if role in BADGES else person("sabot-3", role)
        step = door.Step("suspend", {})
        with pytest.raises(Refused) as caught:
            door.press(CODE, [step], by=somebody, nonce=f"n{role}", seen=0, office=Role.ISPETTORE_GIOCO)
        assert caught.value.code is Code.ROLE


@pytest.mark.parametrize("relieves", [True, False])
def test_an_instructor_who_becomes_a_dealer_signs_on_where_they_stood_in_as_inspector(relieves: bool) -> None:
    """Their console asked them to sign on, and refused it, as they were signed on already."""
    ready_table()
    training_table()
    ines, tilda = person(INSTRUCTOR, Role.INSTRUCTOR), person(TRAINEE, Role.DEALER)
    stands_in = [door.Step("sign_on", {})]
    door.press(CODE, stands_in, by=ines, nonce="stands in", seen=None, office=Role.ISPETTORE_GIOCO)
    Cast.at(HOUSE).direzione.does("set_role", badge=INSTRUCTOR, role="dealer")
    dealer = Somebody(Person.objects.get(badge=INSTRUCTOR), CODE)
    assert "Sign on at this table first" in str(dealer.is_refused(Code.ROLE, "annotate", text="not in charge"))
    if not relieves:
        at_the_table(tilda, CODE, "sign_off")
    dealer.does("take_over" if relieves else "sign_on")
    now = TableState(Table.objects.get(code=CODE)).staff
    assert [(it.person.badge, it.role) for it in now] == [(INSTRUCTOR, "dealer")]
    check(CODE)


# --- it counts nowhere


def test_no_figure_and_no_day_of_the_house_has_it() -> None:
    played()
    assert Shoe.objects.filter(table__code=CODE).exists()
    assert found(FigureFilters()).rows == ()
    at = Entry.objects.filter(register=CODE).latest("number").at
    assert [it.table.code for it in day_of_house(day_of(at))] in ([], ["T3"])


LISTS = (
    "/records/",
    "/records/day/",
    "/records/day/figures/",
    "/records/day/register/",
    "/records/dealers/",
    "/records/figures/",
    "/records/proof/",
)
OF_A_TABLE = (
    *("register/", "register/refused/", "coups/", "coups/1.1/", "incidents/", "incidents/1/", "taglie/1/", "evenings/"),
    *("changes/", "figures/"),
)


def test_no_page_of_the_record_has_it_and_no_file_is_made_of_it() -> None:
    played()
    auditor, direzione = signed_in(Role.AUDITOR), signed_in(Role.DIREZIONE)
    for client in (auditor, direzione):
        assert [path for path in LISTS if CODE in client.get(path).content.decode()] == []
        assert {client.get(f"/tables/{CODE}/{path}").status_code for path in OF_A_TABLE} == {404}
        assert client.post(f"/tables/{CODE}/register/", {"form": "csv", "nonce": "n"}).status_code == 404
        for model in (
            "table",
            "entry",
            "coup",
            "shoe",
            "money",
            "stake",
            "drawncard",
            "alert",
            "refusal",
            "staffpresence",
        ):
            assert CODE not in client.get(f"/admin/table/{model}/").content.decode(), model


def test_the_register_of_the_house_says_what_it_is() -> None:
    played()
    page = signed_in(Role.AUDITOR, language="en").get("/records/house/").content.decode()
    assert f"table {CODE} is new, for training alone" in page


def test_no_program_outside_can_ask_of_it() -> None:
    drawn = tokens.issue("museum")
    Cast.at(HOUSE).direzione.does("admit_reader", key="museum", digest=drawn.digest, tables=[])
    played()
    token = {"Authorization": f"Bearer {drawn.token}"}
    tables = json.loads(Client().get("/api/v1/tables", headers=token).content)["tables"]
    assert [it["code"] for it in tables] == ["T3"]
    for name in ("events", "coups"):
        assert Client().get(f"/api/v1/tables/{CODE}/{name}", headers=token).status_code == 404


def test_no_outlet_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    Cast.at(HOUSE).direzione.does("admit_webhook", key="cage", url="http://localhost/sabot")
    tables = list[str]()
    monkeypatch.setattr(outlets.ToWebhook, "send", lambda _way, news: tables.append(news.table))
    played()
    assert deliver().failed == 0
    assert set(tables) == {"T3"}
    Cast.at(HOUSE).direzione.is_refused(
        Code.TABLE, "admit_webhook", key="other", url="http://localhost/sabot", tables=[CODE]
    )


def test_the_pit_of_the_house_does_not_show_it_and_that_of_the_instructor_shows_nothing_else() -> None:
    played()
    for role in (Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO, Role.DIREZIONE):
        somebody = person(BADGES[role], role)
        assert set(staff_view("pit", "", somebody, "en").regions) == {"T3"}
        with pytest.raises(NotAdmitted):
            staff_view("table", CODE, somebody, "en")
    ines = person(INSTRUCTOR, Role.INSTRUCTOR)
    assert set(staff_view("pit", "", ines, "en").regions) == {CODE}
    assert staff_view("table", CODE, ines, "en").training
    with pytest.raises(NotAdmitted):
        staff_view("table", "T3", ines, "en")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("role", "path"),
    [(Role.DEALER, f"/tables/{CODE}/dealer/"), (Role.INSTRUCTOR, f"/tables/{CODE}/"), (Role.INSTRUCTOR, "/pit/")],
)
def test_every_screen_of_it_says_that_nothing_counts(role: Role, path: str) -> None:
    training_table()
    badge = "tilda" if role is Role.DEALER else INSTRUCTOR
    page = signed_in(role, badge=badge, language="en").get(path).content.decode()
    assert "Training: nothing here counts" in page
    ready_table()
    dealer = signed_in(Role.DEALER, language="en").get("/tables/T3/dealer/").content.decode()
    assert "nothing here counts" not in dealer


def test_an_instructor_without_a_training_table_is_not_told_that_the_house_has_no_tables() -> None:
    ready_table()
    page = signed_in(Role.INSTRUCTOR, badge=INSTRUCTOR, language="en").get("/pit/").content.decode()
    assert "There is no training table yet." in page
    assert "has no tables" not in page


def test_a_guest_whom_a_trainee_has_put_at_it_is_in_play_nowhere_and_may_be_erased() -> None:
    real = ready_table()
    training_table()
    trainee = person(TRAINEE, Role.DEALER)
    at_the_table(trainee, CODE, "reserve", guest="hugo")
    at_the_table(trainee, CODE, "stand_at", guest="hugo", position="9")
    Guest.objects.filter(key="hugo").update(name="Hugo Ferri")
    direzione = Cast.at(HOUSE).direzione
    direzione.does("erase_guest", guest="hugo", notes=[])
    assert Guest.objects.get(key="hugo").name == ""
    real.does("stand_at", guest="hugo", position="9")
    direzione.is_refused(Code.PRESENCE, "erase_guest", guest="hugo", notes=[])


def test_who_is_signed_on_at_it_alone_gets_another_role_and_leaves_the_house() -> None:
    """Nobody signs off an instructor there, nor a trainee who went home: the desk of the Direzione does not have it."""
    training_table()
    begin("extra-unseen")
    direzione = Cast.at(HOUSE).direzione
    direzione.does("set_role", badge=INSTRUCTOR, role=Role.CAPO_TAVOLO)
    assert place_of(RequestFactory().get("/"), Person.objects.get(badge=INSTRUCTOR)) == "/pit/"
    direzione.does("set_active", badge=TRAINEE, active=False)
    page = signed_in(Role.DIREZIONE).get(f"/office/people/{TRAINEE}/").content.decode()
    assert CODE not in page
