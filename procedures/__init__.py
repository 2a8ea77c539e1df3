"""What is done when something goes wrong: incidents, remedies and their reports."""
