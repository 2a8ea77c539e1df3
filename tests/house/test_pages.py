"""Every page: its language, its headers, and the environment its template is rendered in."""

import re
from pathlib import Path

import pytest
from django.template import engines
from django.test import Client
from django.utils import translation
from jinja2 import UndefinedError


def rendered(source: str, **context: object) -> str:
    return str(engines["jinja2"].from_string(source).render(context))


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("language", "served"),
    [("it", "it"), ("en", "en"), ("en-GB,en;q=0.9", "en"), ("de-CH", "de"), ("la", "it"), ("", "it")],
)
def test_a_page_comes_in_the_language_of_its_reader(client: Client, language: str, served: str) -> None:
    answer = client.get("/", headers={"accept-language": language})
    assert answer.status_code == 200
    assert answer["Content-Language"] == served


def test_english_is_the_sentence_itself_and_not_the_default_language() -> None:
    with translation.override("it"):
        assert translation.gettext("Yes") == "Sì"
    with translation.override("en"):
        assert translation.gettext("Yes") == "Yes"


def test_every_answer_carries_the_strict_headers(client: Client) -> None:
    answer = client.get("/")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_stranger_to_this_house_is_sent_away(client: Client) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_a_template_speaks_the_language_that_is_active_when_it_is_rendered() -> None:
    page = engines["jinja2"].from_string("{{ language() }} {{ _('Yes') }} {% trans %}No{% endtrans %}")
    for language, text in (("it", "it Sì No"), ("de", "de Ja Nein"), ("en", "en Yes No")):
        with translation.override(language):
            assert page.render() == text


def test_what_people_typed_is_escaped_also_inside_a_sentence() -> None:
    with translation.override("en"):
        assert rendered("{{ _('Seat of %(name)s', name=name) }}", name="<b>") == "Seat of &lt;b&gt;"
        assert rendered("{{ name }}", name="<b>") == "&lt;b&gt;"


def test_a_template_chooses_singular_or_plural() -> None:
    with translation.override("en"):
        assert [rendered("{{ ngettext('%(num)s card', '%(num)s cards', n) }}", n=n) for n in (1, 2)] == [
            "1 card",
            "2 cards",
        ]


def test_a_misspelt_name_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ dealr }}")


def test_a_template_finds_addresses_and_files() -> None:
    assert rendered("{{ url('front') }} {{ static('house/house.css') }}") == "/ /static/house/house.css"


def test_every_style_sheet_closes_what_it_opens() -> None:
    """What follows a block that is left open holds inside it alone: on paper only, where it is one for print."""
    stylesheets = [*(Path(__file__).resolve().parents[2] / "static").rglob("*.css")]
    assert len(stylesheets) > 20
    for stylesheet in stylesheets:
        text = re.sub(r'/\*.*?\*/|"[^"]*"', "", stylesheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert text.count("{") == text.count("}"), stylesheet.name
