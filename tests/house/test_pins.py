"""How PINs are kept: hashed with a pepper that lies outside the database, apart from the people whose they are."""

import os
import re
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.test import Client, override_settings

from config import settings as house_settings
from table.access import attempts, pins
from table.access.hashing import THREADS, Peppered
from table.admin import SHOWN
from table.models import Person, Pin, WrongPin
from table.rules.profile import Role
from tests.rig.daphne import manage
from tests.rig.staff import PIN, comes_in, with_pin

pytestmark = pytest.mark.django_db
OF_ANOTHER_HOUSE = b"another-pepper-that-is-long-enough-to-be-one"


def enters(badge: str, pin: str = PIN) -> bool:
    """Whether badge and PIN open the house."""
    return Client().post("/sign-in/", {"badge": badge, "pin": pin}).status_code == 302


# --- hashed


def test_the_house_hashes_with_argon2id_and_takes_what_was_hashed_before() -> None:
    assert house_settings.PASSWORD_HASHERS[0] == "table.access.hashing.Peppered"
    assert house_settings.PASSWORD_HASHERS[1].endswith("PBKDF2PasswordHasher")
    assert (Peppered.memory_cost, Peppered.time_cost, Peppered.parallelism) >= (19 * 1024, 2, 1)
    with_pin(Role.DEALER)
    assert Pin.objects.get().hashed.startswith("argon2id_peppered$argon2id$")


def test_a_sign_in_hashes_once() -> None:
    with override_settings(PASSWORD_HASHERS=house_settings.PASSWORD_HASHERS):
        with_pin(Role.DEALER)
        with patch.object(THREADS, "submit", wraps=THREADS.submit) as hashed:
            assert enters("dario")
    assert hashed.call_count == 1


def test_the_memory_of_a_hash_goes_back_to_the_machine_with_it() -> None:
    """In a process of its own: what was hashed here before would be kept here already."""
    hashing = (
        "import os\n"
        "from table.access.hashing import Peppered\n"
        "from tests.bench.floor.meters import resident\n"
        "before = resident(os.getpid())\n"
        "for _ in range(4):\n    Peppered().encode('271828', 'a-salt-of-this-test')\n"
        "print(resident(os.getpid()) - before)\n"
    )
    grown = int(manage("shell", "--no-imports", "-c", hashing, settings={}))
    assert grown < Peppered.memory_cost * 1024 / 2


def test_a_copy_of_the_database_alone_verifies_no_pin() -> None:
    with_pin(Role.DEALER)
    stored = Pin.objects.get()
    hasher, hashed = Peppered(), stored.hashed
    assert hasher.verify(PIN, hashed)
    with override_settings(PIN_PEPPER=OF_ANOTHER_HOUSE):
        assert not hasher.verify(PIN, hashed)
    assert not super(Peppered, hasher).verify(PIN, hashed), "argon2 alone, which everybody has"


def test_with_another_pepper_the_house_says_what_is_the_matter(settings: Any) -> None:
    with_pin(Role.DEALER)
    settings.PIN_PEPPER = OF_ANOTHER_HOUSE
    for _try in range(attempts.MOST_OF_A_BADGE + 1):
        answer = Client().post("/sign-in/", {"badge": "dario", "pin": PIN}, headers={"accept-language": "en"})
        assert answer.status_code == 403
        assert "hashed with another pepper" in answer.content.decode()
    assert not WrongPin.objects.exists(), "no PIN was compared, so none was wrong"


def test_a_hash_of_before_there_was_a_pepper_is_taken_once_and_written_anew() -> None:
    person = with_pin(Role.DEALER)
    old = PBKDF2PasswordHasher().encode(PIN, "some-salt-of-before", iterations=1)
    Pin.objects.update(hashed=old, pepper="")
    assert not enters("dario", "000000")
    assert Pin.objects.get().hashed == old
    assert enters("dario")
    stored = Pin.objects.get()
    assert stored.hashed.startswith("argon2id_peppered$")
    assert stored.pepper
    assert enters("dario")
    assert Person.objects.get().pin_mark == person.pin_mark, "it is the same PIN: no session ends"


# --- apart


def test_from_a_person_no_filter_leads_to_the_pin() -> None:
    assert "password" not in {field.name for field in Person._meta.get_fields()}
    assert not [it for it in Person._meta.get_fields() if it.related_model in (Pin, WrongPin)]
    assert Pin not in SHOWN


def test_a_new_pin_ends_what_was_begun_with_the_old_one_and_no_other_session() -> None:
    dealer, other = comes_in(Role.DEALER), comes_in(Role.CAPO_TAVOLO)
    pins.keep("dario", make_password("161803"))
    assert "_auth_user_id" not in entered(dealer)
    assert "_auth_user_id" in entered(other)


def entered(client: Client) -> Any:
    client.get("/")
    return client.session


# --- what the read-only records give out of it: Records (Django's admin) and every page with a filter

QUERIES = [
    "person/?password__regex=.",
    "person/?pin_mark__startswith=a",
    "person/?pin__hashed__startswith=a",
    "person/?knownaddress__address=127.0.0.1",
    "person/?badge__startswith=d",
    "person/?role__exact=nothing",
    "person/?role=dealer",
    "person/?is_active__exact=2",
    "person/?q=d",
    "person/?_popup=1",
    "person/?_to_field=id",
    "person/?e=1",
    "person/?p=0",
    "person/?p=-1",
    "person/?p=x",
    "person/?p=99999",
    "person/?p=999999999999999999999999",
    "person/?o=99",
    "person/?o=-pin_mark",
    "person/?o=1.x",
    "person/?all=%00",
    "person/?\0=1",
    "person/?o=1&o=%00",
    "entry/?at__gte=not-a-day",
    "entry/?at__year=2026",
    "entry/?number__exact=10000000000000000000000",
    "shoe/?sealedcard__face=AS",
    "shoe/?pk__in=1,2",
    "stake/?coup__shoe__table__code__regex=.",
    "entry/x/change/",
    "entry/%00/change/",
    "entry/99999999999999999999/change/",
    "entry/1_3D/change/",
    "entry/1/change/?badge__startswith=d",
    "entry/1/history/?x=1",
]


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Le righe si ordinano"), ("en", "Rows are sorted"), ("de", "Zeilen werden sortiert")]
)
def test_what_no_list_offers_cannot_be_asked_for(language: str, said: str) -> None:
    client = comes_in(Role.AUDITOR, language=language)
    answers = {query: client.get(f"/admin/table/{query}") for query in QUERIES}
    assert {query: it.status_code for query, it in answers.items()} == dict.fromkeys(QUERIES, 400)
    assert said in answers[QUERIES[0]].content.decode()


def test_whether_a_guess_at_a_hidden_column_is_right_makes_no_difference() -> None:
    client = comes_in(Role.AUDITOR)
    mark = Person.objects.get().pin_mark
    right, wrong = (client.get(f"/admin/table/person/?pin_mark__startswith={it}") for it in (mark[0], "~"))
    assert (right.status_code, shown(right)) == (wrong.status_code, shown(wrong))


def shown(answer: Any) -> str:
    """A page as it is read, without the tokens of its forms."""
    return re.sub(r'value="[^"]*"', "", answer.content.decode())


@pytest.mark.parametrize(
    "query", ["", "?role__exact=auditor", "?is_active__exact=1&o=1.-3", "?o=", "?all=", "?p=1&o=-2"]
)
def test_what_a_list_offers_is_shown(query: str) -> None:
    answer = comes_in(Role.AUDITOR).get(f"/admin/table/person/{query}")
    assert answer.status_code == 200
    assert "aldo" in answer.content.decode()


@pytest.mark.parametrize("path", ["/records/house/", "/records/house/refused/", "/records/house/wrong-pins/"])
def test_pages_of_the_record_look_for_what_they_offer_and_for_no_column(path: str) -> None:
    client = comes_in(Role.AUDITOR)
    plain, filtered = (client.get(f"{path}{end}") for end in ("", "?pin_mark__startswith=a&actor__regex=."))
    assert shown(plain) == shown(filtered)
    for odd in ("?before=x", "?after=-1", "?actor=%00", "?actor=" + "x" * 21):
        assert client.get(f"{path}{odd}").status_code in (400, 422), odd


def test_however_many_sign_in_at_once_hashing_keeps_the_memory_of_two() -> None:
    """What a hash needed stays with the thread that made it, and each request is answered by a thread of its own."""

    def hashes() -> None:
        Peppered().encode(PIN, "salt-of-a-pin")
        finished.wait()

    def resident_bytes() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    Peppered().encode(PIN, "before-all-others")
    before, finished = resident_bytes(), Event()
    threads = [Thread(target=hashes) for _ in range(20)]
    for it in threads:
        it.start()
    Peppered().encode(PIN, "behind-all-others")
    after = resident_bytes()
    finished.set()
    for it in threads:
        it.join()
    assert after - before < 60_000_000
