"""Interface for electronic shoes: their frames, connections, and how facts enter the record (docs/feed.md)."""
