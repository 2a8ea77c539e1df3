"""Machine under the house: its clocks, a locked or silent database, and the lock of a house that is served."""
