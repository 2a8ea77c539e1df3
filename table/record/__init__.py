"""How an act gets in and what is kept of it: the door, the chained register, refusals, replay."""
