"""Coups and taglie as plain text, and a cast of people who play them at a table, through its door and no other way.

``form`` reads a text into lines; ``lines`` says how each is written and what it does; ``player`` does it: he asks
:mod:`table.play.next_act` what the dealer has to do and presses as the people entitled to it would; ``follow`` goes
through a whole script.
"""
