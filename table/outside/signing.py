"""Signatures of webhook deliveries: HMACs over time and body under a secret of each receiver.

The secret of a webhook is derived from the house's secret key, the webhook's key and the entry that admitted it. So
neither database nor register contains anything that could sign, and a webhook that is admitted anew has a new secret.
"""

import hmac

from django.utils.crypto import salted_hmac

from table.models import Webhook

HEADER = "Sabot-Signature"
SALT = "sabot.webhook"


def secret_of(webhook: Webhook) -> str:
    """Secret of a webhook, which its receiver needs for checking: 64 hexadecimal digits."""
    return salted_hmac(SALT, f"{webhook.key}.{webhook.number}", algorithm="sha256").hexdigest()


def signature(secret: str, body: bytes, *, at: int) -> str:
    """Value of the signature header for this body, sent at `at` (Unix time in seconds): ``t=…,v1=…``."""
    signed = hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256")
    return f"t={at},v1={signed.hex()}"
