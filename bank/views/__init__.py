"""Pages of the bank: the walls of cage and camera desk, signing at somebody else's device, sheets and slips."""
