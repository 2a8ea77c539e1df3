"""Coups and taglie as plain text, and a cast of people who play them at a table, through its door and no other way.

``form`` parses a text into lines; ``lines`` declares how each is written and what it does; ``player`` does it: it asks
:mod:`table.play.next_act` for the dealer's next act and presses as the people entitled to it would; ``follow`` runs a
whole script.
"""
