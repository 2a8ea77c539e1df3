"""The electronic shoe of a table: what it tells, on which line, and how it is taken (docs/feed.md)."""
