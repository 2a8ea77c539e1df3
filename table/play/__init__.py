"""State and rules of play below the verbs: a table's state during an act, and functions that several verbs share."""
