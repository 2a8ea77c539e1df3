"""Reports of the bank: the statement of a session with its proof, named causes, slips, and the house over a day."""
