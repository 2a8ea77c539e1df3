"""Signatures of webhook deliveries: HMACs over id, time and body under a secret of each receiver (Standard Webhooks).

The secret of a webhook is derived from the house's secret key, the webhook's key and the entry that admitted it or
renewed its secret. So neither database nor register contains anything that could sign. A renewed secret signs together
with the one before for a day, so that a receiver can be changed over while deliveries come.
"""

import base64
import hmac
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from table.models import Webhook

PREFIX = "whsec_"
ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
SALT = "sabot.webhook"
BOTH_SIGN = timedelta(hours=24)
"""Time for which a secret signs after it was renewed, together with the new one."""


def secret_of(webhook: Webhook) -> str:
    """Derive the secret that signs now, as its receiver enters it; it is stored nowhere.

    It is ``whsec_`` and the base64 of 64 hexadecimal digits.
    """
    return PREFIX + base64.b64encode(_digits(webhook, webhook.renewed or webhook.number).encode()).decode()


def ends(webhook: Webhook) -> datetime | None:
    """Time from which the secret before the last renewal no longer signs; None if it was never renewed."""
    return webhook.renewed_at and webhook.renewed_at + BOTH_SIGN


def headers(webhook: Webhook, name: str, body: bytes, *, at: datetime) -> Mapping[str, str]:
    """Return the headers id, timestamp and signature for a delivery with this id (`name`) and body, sent at `at`.

    A signature is ``v1,`` and the base64 of an HMAC-SHA256 over id, seconds and body with full stops between. For a day
    after a renewal there are two, that of the new secret first.
    """
    seconds = str(int(at.timestamp()))
    message = f"{name}.{seconds}.".encode() + body
    signed = [hmac.digest(it.encode(), message, "sha256") for it in _secrets(webhook, at)]
    return {ID: name, TIMESTAMP: seconds, SIGNATURE: " ".join(f"v1,{base64.b64encode(it).decode()}" for it in signed)}


def _secrets(webhook: Webhook, at: datetime) -> Sequence[str]:
    """List the secrets that sign at this time, each as 64 hexadecimal digits.

    The present one first, then for a day after a renewal the one before.
    """
    numbers = [webhook.renewed or webhook.number]
    until = ends(webhook)
    if until is not None and webhook.renewed_from is not None and at < until:
        numbers.append(webhook.renewed_from)
    return [_digits(webhook, number) for number in numbers]


def _digits(webhook: Webhook, number: int) -> str:
    """Derive the secret that entry `number` gave a webhook: 64 hexadecimal digits."""
    return salted_hmac(SALT, f"{webhook.key}.{number}", algorithm="sha256").hexdigest()
