"""Register as people read it: its lines in words, and the acts of each coup step by step."""
