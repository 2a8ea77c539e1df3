"""The register as it is read: its lines in words, and every coup played again step by step."""
