"""The register as it is read: its lines in words, and the acts of each coup step by step."""
