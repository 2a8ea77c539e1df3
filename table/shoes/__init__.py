"""Shoes without cards of paper: shuffled by the system, and sealed before anybody sees a face."""
