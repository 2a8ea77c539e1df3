"""How long a test waits for what it needs before it says that it never came: one bound, for a machine that is busy.

A law that is itself a time is never tested by this bound, but by a clock that the test holds.
"""

PATIENCE_SECONDS = 120.0
PATIENCE_MS = 1000 * PATIENCE_SECONDS
