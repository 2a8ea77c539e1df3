"""The suite of the house."""
