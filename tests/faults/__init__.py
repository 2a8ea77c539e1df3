"""What must hold when things go wrong: everybody presses at once, a process dies, Redis is gone, somebody forges."""
