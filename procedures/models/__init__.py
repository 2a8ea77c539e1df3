"""Rows of the incident procedures."""

from procedures.models.incident import CORRECTED, SPOKEN_OF, UNCONFIRMED, UNDECIDED, Attestation, Incident

__all__ = ["CORRECTED", "SPOKEN_OF", "UNCONFIRMED", "UNDECIDED", "Attestation", "Incident"]
