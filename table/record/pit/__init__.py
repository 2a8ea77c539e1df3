"""What an act of one register has to do with rows beyond it: the list of the pit, and what the displays hold.

It is looked at when an act is pressed, and never when a register is dealt again.
"""
