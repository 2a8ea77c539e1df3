"""Whoever has found a fault of the house reads to whom they write, where the house has said it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from config.environment import CONTACT, Environment


def test_a_house_says_to_whom_its_faults_are_told_and_until_when_that_holds(settings: Any) -> None:
    settings.SECURITY_CONTACT = ["mailto:security@sabot.example", "https://sabot.example/security"]
    answer = Client().get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = [line.partition(": ")[::2] for line in answer.content.decode().splitlines()]
    assert [value for name, value in fields if name == "Contact"] == settings.SECURITY_CONTACT
    until = datetime.fromisoformat(dict(fields)["Expires"])
    assert timedelta(days=30) < until - timezone.now() < timedelta(days=365)
    assert until.strftime("%H%M%S") == "000000", "what is answered is the same all day"


def test_a_house_that_names_nobody_has_no_such_page(settings: Any) -> None:
    settings.SECURITY_CONTACT = []
    assert Client().get("/.well-known/security.txt").status_code == 404


def test_an_address_that_nobody_can_write_to_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("security@sabot.example", "http://sabot.example", "mailto:nobody"):
        monkeypatch.setenv("SECURITY_CONTACT", given)
        with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
            Environment().each("SECURITY_CONTACT", CONTACT.fullmatch, "it is an address")
