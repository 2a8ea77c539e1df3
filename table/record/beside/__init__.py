"""What acts have to do with rows beyond their register: the pit's list, seat displays, PINs, evenings, cards of a shoe.

It applies when an act is pressed, and never in a replay.
"""
