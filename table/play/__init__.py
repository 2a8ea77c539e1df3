"""The game under the verbs: a table's state while an act is done, and what several verbs do to it."""
