"""Attacks on PINs, shown to the Direzione: which limit was reached, by what, since when, and how often."""

from datetime import timedelta

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from table.models import Attack
from table.record import metrics

GOES_ON = timedelta(hours=1)
"""Time within which reaching the limit again counts as the same attack."""
LATELY = timedelta(days=1)
"""Time for which an attack is shown on the front page of the office."""


def goes_on(kind: Attack.Kind, whom: str) -> None:
    """Store that a limit on wrong PINs was reached by an attack of this kind on ``whom`` (badge, address or "").

    If the same one reached it within the last ``GOES_ON``, its row gets this time and is counted once more. Else a new
    row is made, and counted in the metrics.
    """
    now = timezone.now()
    same = Attack.objects.filter(kind=kind, whom=whom, last__gte=now - GOES_ON)
    if not same.update(last=now, times=F("times") + 1):
        Attack.objects.create(kind=kind, whom=whom, since=now, last=now)
        metrics.ATTACKS.labels(kind.value).inc()


def lately(within: timedelta = LATELY) -> "QuerySet[Attack]":
    """Query the attacks that last reached their limit within this time, the latest first."""
    return Attack.objects.filter(last__gte=timezone.now() - within).order_by("-last", "-pk")


def said(attack: Attack) -> str:
    """Sentence that says what is tried, in the active language, with the badge or address if it is against one.

    It has neither the times nor how often.
    """
    match attack.kind:
        case Attack.Kind.BADGE:
            sentence = gettext("Wrong PINs of badge “%(whom)s” are tried at devices where it never signed in.")
        case Attack.Kind.ADDRESS:
            sentence = gettext("Many wrong PINs are tried at the device %(whom)s.")
        case _:
            sentence = gettext("Wrong PINs of many badges are tried at many devices that are none of the house.")
    return sentence % {"whom": attack.whom}
