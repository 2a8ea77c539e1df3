"""The felt: its plan, and what lies on it during play."""
