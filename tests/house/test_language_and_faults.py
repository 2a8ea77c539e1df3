"""How a reader changes the language, and the pages that say plainly what is wrong."""

import pytest
from django.conf import settings
from django.test import Client

from table.views import pages

LANGUAGES = [code for code, _ in settings.LANGUAGES]
NO_PAGE = {"it": "Questa pagina non esiste.", "en": "There is no such page.", "de": "Diese Seite gibt es nicht."}
NO_READING = {
    "it": "Questa richiesta non è leggibile.",
    "en": "This request cannot be read.",
    "de": "Diese Anfrage ist nicht lesbar.",
}
OUR_FAULT = {
    "it": "Qualcosa è andato storto da parte nostra.",
    "en": "Something went wrong on our side.",
    "de": "Bei uns ist etwas schiefgegangen.",
}
NO_FORM = {
    "it": "Il modulo non è stato accettato.",
    "en": "This form was not accepted.",
    "de": "Das Formular wurde nicht angenommen.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_keeps_the_page_and_outlasts_what_the_browser_prefers(client: Client, language: str) -> None:
    here = "/houses/punto-y-banco-malta/?decks=8"
    answer = client.post("/language/", {"language": language, "next": here}, headers={"accept-language": "de"})
    assert answer.status_code == 302
    assert answer["Location"] == here
    page = client.get(here, headers={"accept-language": "de"})
    assert page["Content-Language"] == language
    assert f'<button name="language" value="{language}" lang="{language}" aria-current="true">' in page.content.decode()


def test_the_switch_leads_nowhere_else(client: Client) -> None:
    answer = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


def test_a_page_with_a_foreign_language_in_its_form_stays_as_it_was(client: Client) -> None:
    client.post("/language/", {"language": "xx", "next": "/"})
    assert client.get("/", headers={"accept-language": "de"})["Content-Language"] == "de"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_that_this_house_did_not_give_is_not_accepted(language: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/language/", {"language": "de", "next": "/"}, headers={"accept-language": language})
    assert answer.status_code == 403
    assert NO_FORM[language] in answer.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_that_leads_nowhere_has_a_page_that_leads_back(client: Client, language: str) -> None:
    answer = client.get("/nowhere/", headers={"accept-language": language})
    assert answer.status_code == 404
    page = answer.content.decode()
    assert NO_PAGE[language] in page
    assert f'<html lang="{language}">' in page
    assert 'class="way" href="/"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_mistake_has_a_page_that_shows_nothing_of_it(
    client: Client, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> dict[str, object]:
        raise ValueError("seven of hearts")

    monkeypatch.setattr(pages, "cards", broken)
    client.raise_request_exception = False
    answer = client.get("/", headers={"accept-language": language})
    assert answer.status_code == 500
    page = answer.content.decode()
    assert OUR_FAULT[language] in page
    assert "seven" not in page
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_a_stranger_sees_a_page_of_this_house_too(client: Client) -> None:
    answer = client.get("/", headers={"host": "elsewhere.example", "accept-language": "de"})
    assert answer.status_code == 400
    assert any(sentence in answer.content.decode() for sentence in NO_READING.values())
