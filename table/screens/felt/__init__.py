"""The felt: its plan, and what lies on it while it is played on."""
