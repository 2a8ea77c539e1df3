"""Every sentence of the five documents that rules something, and the tests that would fail if it were broken."""
