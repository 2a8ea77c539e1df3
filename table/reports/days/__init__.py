"""Figures of a day at the tables: win over turnover beside its theoretical value, pace, and time to a decision."""
