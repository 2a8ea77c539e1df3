"""From which pages sockets are opened and forms are sent: from the house's own, by scheme, name and port."""

from typing import Any

import pytest
from django.test import Client

from config.doors.origin import is_own
from table.rules.profile import Role
from tests.rig.rows import every_row
from tests.rig.staff import PIN, with_pin

HOSTS = ["sabot.example", "10.0.0.5", "[::1]"]
CASES = [
    # The page, the host that is called, whether the house is served over HTTPS, and whether the page is its own.
    ("http://sabot.example:8000", "sabot.example:8000", False, True),
    ("http://sabot.example", "sabot.example", False, True),
    ("http://sabot.example:80", "sabot.example", False, True),
    ("http://SABOT.example", "sabot.example", False, True),
    ("http://10.0.0.5:8000", "10.0.0.5:8000", False, True),
    ("http://[::1]:8000", "[::1]:8000", False, True),
    ("https://sabot.example", "sabot.example", True, True),
    ("https://sabot.example:443", "sabot.example", True, True),
    ("https://sabot.example:8443", "sabot.example:8443", True, True),
    ("https://partner.example", "sabot.example", True, True),
    ("https://floor.sisters.example", "sabot.example", True, True),
    # Another scheme, another port, another name: another house.
    ("http://sabot.example", "sabot.example", True, False),
    ("http://sabot.example:443", "sabot.example", True, False),
    ("https://sabot.example", "sabot.example", False, False),
    ("http://sabot.example:8001", "sabot.example:8000", False, False),
    ("http://sabot.example", "sabot.example:8000", False, False),
    ("https://sabot.example:8443", "sabot.example", True, False),
    ("https://elsewhere.example", "sabot.example", True, False),
    ("https://elsewhere.example", "elsewhere.example", True, False),
    ("https://sabot.example.elsewhere.example", "sabot.example", True, False),
    ("https://elsewheresabot.example", "sabot.example", True, False),
    ("https://10.0.0.5", "sabot.example", True, False),
    ("http://partner.example", "sabot.example", True, False),
    ("https://partner.example:444", "sabot.example", True, False),
    ("https://sisters.example.elsewhere.example", "sabot.example", True, False),
    # What is no origin at all.
    ("null", "sabot.example", True, False),
    ("", "sabot.example", True, False),
    ("file://", "sabot.example", True, False),
    ("https://", "sabot.example", True, False),
    ("sabot.example", "sabot.example", True, False),
    ("https://sabot.example:port", "sabot.example", True, False),
    ("https://sabot.example:99999", "sabot.example", True, False),
    ("https://somebody@sabot.example", "sabot.example", True, False),
    ("https://sabot.example", "", True, False),
]
FORMS = [CASES[place] for place in (0, 8, 9, 11, 14, 16, 17, 25)]
"""Forms are looked at by Django: one of each kind."""


@every_row(("page", "host", "https", "own"), CASES)
def test_a_socket_is_opened_by_pages_of_the_house_and_by_no_others(
    settings: Any, page: str, host: str, https: bool, own: bool
) -> None:
    settings.ALLOWED_HOSTS = HOSTS
    others = ["https://partner.example", "https://*.sisters.example"]
    assert is_own(page, host=host, scheme="https" if https else "http", others=others) is own


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "host", "https", "own"), FORMS)
def test_a_form_is_taken_from_pages_of_the_house_and_from_no_others(
    settings: Any, page: str, host: str, https: bool, own: bool
) -> None:
    settings.ALLOWED_HOSTS = HOSTS
    settings.CSRF_TRUSTED_ORIGINS = ["https://partner.example", "https://*.sisters.example"]
    with_pin(Role.DEALER)
    client = Client(enforce_csrf_checks=True, headers={"host": host})
    answer = sent(client, page, https=https)
    assert (answer == 302) is own, (page, host, answer)


def sent(client: Client, page: str, *, https: bool) -> int:
    """What is answered to the form of a sign-in that came from a page."""
    shown = client.get("/sign-in/", secure=https).content.decode()
    token = shown.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    form = {"badge": "dario", "pin": PIN, "csrfmiddlewaretoken": token}
    return client.post("/sign-in/", form, secure=https, headers={"origin": page}).status_code
