"""How an act comes in and what is recorded of it: the door, the chained register, refusals, replay."""
