"""State and rules of play below the verbs: the state during an act, how a verb is declared, and what verbs share."""
