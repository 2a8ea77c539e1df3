"""Verifier of a case's paper, for anybody: PDF, slice of the register, and page are checked with Python alone."""
