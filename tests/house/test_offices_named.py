"""A house's own names for its offices stand on every screen of its tables, in every language."""

from collections.abc import Iterator

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from table.record.refusals import say
from table.rules.houses import ADMIRAL, CLASSICO, HOUSES, MALTA, ONLINE, VENEZIA
from table.rules.profile import Profile, Role, derive
from table.rules.refusal import Code
from table.screens.audiences import WATCHERS, staff_view
from table.screens.regions import render
from table.screens.rules.form import Book
from table.screens.rules.page import every_line
from table.words.numbers import Numbers
from table.words.offices import CODES, OFFICES, USUAL, called_by, named
from table.words.terms import ROLES
from table.words.voices import voiced_for, within
from tests.croupier.cases import report
from tests.croupier.coups import close
from tests.house.reader import LANGUAGES
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, ready_table
from tests.rig.words import TRANSLATED

pytestmark = pytest.mark.django_db


def shown(table: AtTable, language: str) -> Iterator[str]:
    """Every region of the console, the desks and the pit, with all their sheets."""
    snapshot = table.snapshot
    for role in (Role.DEALER, *WATCHERS):
        person = table.cast.with_role(role).person
        for screen in ("dealer",) if role is Role.DEALER else ("table", "pit"):
            view = staff_view(screen, table.code, person, language)
            for regions in (view.regions[table.code], view.dialogs[table.code]):
                yield from (render(snapshot, region) for region in regions)


def referred(profile: Profile) -> AtTable:
    """A table at which a case waits for the Direzione, in a coup that the inspectors look at."""
    table = ready_table(profile, code="K3")
    case = report(table, "unforeseen", what="other")
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    return table


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_a_table_calls_the_office_as_its_house_does(language: str) -> None:
    texts = list(shown(referred(ADMIRAL), language))
    assert [text for text in texts if "Direzione" in text] == []
    assert sum("Direktion" in text for text in texts) > 5


@pytest.mark.parametrize("profile", [VENEZIA, MALTA], ids=lambda profile: profile.key)
def test_elsewhere_it_is_called_as_usual(profile: Profile) -> None:
    texts = list(shown(referred(profile), "de"))
    assert [text for text in texts if "Direktion" in text] == []
    assert sum("Direzione" in text for text in texts) > 5


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_so_do_its_refusals(language: str) -> None:
    table = referred(ADMIRAL)
    refused = table.refuses(Code.INCIDENT_OPEN, "open_bets")
    with translation.override(language):
        assert "Direktion" in say(refused)
        assert "Direzione" not in say(refused)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_so_do_the_rules_of_the_house_and_the_form_in_which_they_are_changed(language: str) -> None:
    own = derive(ADMIRAL, key="own", source="My own")
    for profile in (ADMIRAL, own):
        with translation.override(voiced_for(language, profile)):
            rules = " ".join(line.sentence for line in every_line(profile, Numbers(language)).values())
            book = [it for part in Book(profile, None, {}, Numbers(language)).chapters() for it in part.points]
        said = rules + " ".join(it.now for it in book) + " ".join(one.words for it in book for one in it.choices)
        assert "Direktion" in said
        assert "Direzione" not in said


def test_so_does_the_history_of_a_coup() -> None:
    table = ready_table(ADMIRAL, code="K3")
    close(table, "P100@1")
    case = report(table, "unforeseen", what="other")
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    page = signed_in(Role.AUDITOR).get("/tables/K3/coups/1.1/?step=3").content.decode()
    assert "Direktion" in page
    assert "Direzione" not in page


def test_the_page_of_the_house_calls_it_so(client: Client) -> None:
    page = client.get(f"/houses/{ADMIRAL.key}/").content.decode()
    assert "Direktion" in page
    assert "Direzione" not in page


@pytest.mark.parametrize(
    ("profile", "language", "said"),
    [
        (CLASSICO, "en", "inspector"),
        (CLASSICO, "it", "ispettore"),
        (CLASSICO, "de", "Inspektor"),
        (VENEZIA, "en", "Ispettore di Gioco"),
    ],
)
def test_within_a_sentence_an_office_has_a_capital_only_where_it_is_a_name(
    profile: Profile, language: str, said: str
) -> None:
    table = ready_table(profile)
    with translation.override(voiced_for(language, profile)):
        assert within(str(ROLES[Role.ISPETTORE_GIOCO])) == said
        refused = table.cast.dealer.is_refused(Code.ROLE, "set_limits", limits={})
        assert said in say(refused)


def test_only_offices_that_a_document_names_are_called_otherwise() -> None:
    called = {profile.key: called_by(profile) for profile in HOUSES.values()}
    assert {key for key, document in called.items() if not document} == {VENEZIA.key}
    with translation.override("it"):
        assert named("la Direzione Giochi decide, il Capo Tavolo annuncia", called_by(ONLINE)) == (
            "la direzione decide, il capo tavolo annuncia"
        )
    assert named("la Direzione Giochi decide", called_by(ADMIRAL)) == "la Direktion decide"
    assert {role for names in OFFICES.values() for role in names} <= set(USUAL)
    assert set(CODES) == set(OFFICES), "every document with words of its own has a voice"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_usual_name_is_the_same_in_every_sentence_of_every_language(language: str) -> None:
    """Or it could not be put as a house has it."""
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"))
    usual = [names[-1] for names in USUAL.values()]
    unlike = [it.msgid for it in catalogue for name in usual if name in it.msgid and name not in it.msgstr]
    assert unlike == []
