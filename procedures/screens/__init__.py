"""What the screens show of incidents; the table shows it where it shows its own, and knows no procedure."""
