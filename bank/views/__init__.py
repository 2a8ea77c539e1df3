"""Pages of the bank: walls of cage and camera desk, signing at another device, sheets and slips; its story on stage."""
