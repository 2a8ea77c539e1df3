"""A register that left the house, checked by anybody: with Python alone, the rules, and nothing else of this house.

`make verifier` puts it into one file with `table/rules`; it knows no database, no setting and no other room.
"""
