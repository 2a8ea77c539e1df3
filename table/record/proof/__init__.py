"""Proofs of a register: its chain, its replay under the law of its time, the rows beside it, and seals."""
