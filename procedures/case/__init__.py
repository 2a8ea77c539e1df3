"""A case from its report to its decision: who is on duty, what the verdict is, what a dispute may move."""
