"""`manage.py axes_reset_logs`: lock-outs are lifted in the house office, on the record."""

from config.management.past_the_door import LiftsLockOuts as Command

__all__ = ["Command"]
