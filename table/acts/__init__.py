"""Declaration of verbs, and the types of their arguments."""
