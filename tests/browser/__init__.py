"""Tests that drive the served house with a real browser."""
