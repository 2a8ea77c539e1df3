"""The report of a case: what stands in it, that each field has its words, and that its register proves it."""
