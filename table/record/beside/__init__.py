"""What an act has to do with rows beyond its register: the list of the pit, what displays hold, the cards of a shoe.

It is looked at when an act is pressed, and never when a register is dealt again.
"""
