"""Links of a chain whose entries are not shown: their digests computed from a state of SHA-256 and a few bytes."""
