"""The rows of the incident procedures."""

from procedures.models.incident import ASKED, CORRECTED, SPOKEN_OF, UNDECIDED, Attestation, Incident

__all__ = ["ASKED", "CORRECTED", "SPOKEN_OF", "UNDECIDED", "Attestation", "Incident"]
