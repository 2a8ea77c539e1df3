"""Reports of the bank: the statement of a session, its named causes, slips, and the house over a gaming day."""
