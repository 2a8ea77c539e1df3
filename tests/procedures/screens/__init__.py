"""What screens show while a case stands: to staff, to players and to passers-by."""
