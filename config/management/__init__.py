"""Commands of the machine on which the house is set up."""
