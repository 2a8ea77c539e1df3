"""A case from what the table notices to its decision: its rows, who is on duty, verdicts, what a dispute may move."""
