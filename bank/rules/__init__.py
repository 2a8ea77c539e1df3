"""Rules of the bank, pure: they know neither the database nor any screen. All amounts are integer cents."""
