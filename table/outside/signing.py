"""How a receiver knows that a delivery comes from this house: a secret of its own, and a signature over time and body.

The secret of a webhook is made from the house's secret key, its own key and the entry that admitted it. So nothing that
could sign lies in the database or in a register, and an address that is admitted anew gets another secret.
"""

import hmac

from django.utils.crypto import salted_hmac

from table.models import Webhook

HEADER = "Sabot-Signature"
SALT = "sabot.webhook"


def secret_of(webhook: Webhook) -> str:
    """The secret that the receiver keeps: 64 hexadecimal digits."""
    return salted_hmac(SALT, f"{webhook.key}.{webhook.number}", algorithm="sha256").hexdigest()


def signature(secret: str, body: bytes, *, at: int) -> str:
    """The header for this body, sent at this second of the era: ``t=…,v1=…``."""
    signed = hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256")
    return f"t={at},v1={signed.hex()}"
