"""`manage.py axes_reset_ip_username`: lock-outs are lifted in the house office, on the record."""

from config.management.past_the_door import LiftsLockOuts as Command

__all__ = ["Command"]
