"""The pages of the record, and the hand-outs from them."""
