"""Rows of the incident procedures."""

from procedures.models.incident import (
    AT_POSITION,
    CORRECTED,
    SPOKEN_OF,
    UNCONFIRMED,
    UNDECIDED,
    UNKNOWN_CAUSE,
    Attestation,
    DisputeDecision,
    Incident,
)

__all__ = [
    "AT_POSITION",
    "CORRECTED",
    "SPOKEN_OF",
    "UNCONFIRMED",
    "UNDECIDED",
    "UNKNOWN_CAUSE",
    "Attestation",
    "DisputeDecision",
    "Incident",
]
