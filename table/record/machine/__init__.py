"""What the machine does beneath the house: its two clocks, and a database that another program holds."""
