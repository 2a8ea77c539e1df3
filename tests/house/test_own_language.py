"""In which language somebody of the staff reads: that of their browser until they choose, and then their own."""

import pytest
from django.conf import settings
from django.test import Client

from table.models import HOUSE, Entry, Person
from table.rules.profile import Role
from tests.rig.staff import PIN, signed_in, with_pin
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
GERMAN = {"accept-language": "de-CH,de;q=0.9"}


def language_of(client: Client) -> str:
    return str(client.get("/manual/", headers=GERMAN)["Content-Language"])


def test_whoever_has_chosen_no_language_reads_that_of_their_browser_also_after_somebody_who_has() -> None:
    client = signed_in(Role.DIREZIONE, language="it")
    assert language_of(client) == "it"
    with_pin(Role.AUDITOR, language="")
    client.post("/sign-in/", {"badge": "aldo", "pin": PIN})
    assert language_of(client) == "de"
    assert signed_in(Role.AUDITOR, language="").get("/work/", follow=True)["Content-Language"] == settings.LANGUAGE_CODE


def test_after_signing_out_the_device_speaks_the_language_of_its_browser() -> None:
    client = signed_in(Role.DIREZIONE, language="it")
    client.post("/sign-out/")
    assert language_of(client) == "de"


def test_who_chooses_a_language_has_it_at_every_device_and_no_register_knows_it() -> None:
    client, before = signed_in(Role.AUDITOR, language=""), Entry.objects.filter(register=HOUSE).count()
    client.post("/language/", {"language": "en", "next": "/records/"})
    assert (Person.objects.get(badge="aldo").language, language_of(client)) == ("en", "en")
    assert Entry.objects.filter(register=HOUSE).count() == before
    elsewhere = Client()
    elsewhere.post("/sign-in/", {"badge": "aldo", "pin": PIN})
    assert language_of(elsewhere) == "en"
    client.post("/language/", {"language": "la"})
    assert Person.objects.get(badge="aldo").language == "en"
    assert client.get("/language/").status_code == 405


def test_a_visitor_chooses_for_the_device_alone() -> None:
    client = Client()
    client.post("/language/", {"language": "en"})
    assert language_of(client) == "en"


@pytest.mark.parametrize(("role", "path"), [(Role.DEALER, "/tables/T3/dealer/"), (Role.ISPETTORE_GIOCO, "/pit/")])
def test_console_and_pit_have_the_choice(role: Role, path: str) -> None:
    ready_table()
    page = signed_in(role, language="de").get(path).content.decode()
    assert 'id="own-language"' in page
    assert 'name="language" value="de" lang="de" aria-current="true"' in page
