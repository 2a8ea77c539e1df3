"""Record of the house: the door by which acts come in, the chained register, refusals, replay, proofs."""
