"""Bank on the screens: the dealer's counts, requests of the inspectors, cashier, camera desk, and a tile's line."""
