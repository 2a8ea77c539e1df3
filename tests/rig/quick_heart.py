"""The house with a heart that beats ten times as fast: a test acts in a process of its own, and nothing but the
heartbeat tells the house of it. Its files it keeps in memory: every test comes with browsers that have none of them.
A browser that says it is of 2020 gets its style sheets as such a one reads them.
"""

from config.asgi import application as house
from table.live import hub
from tests.rig import by_screen
from tests.rig.cached_files import with_cached_files
from tests.rig.older import older_for_televisions

__all__ = ["application", "by_screen"]
application = older_for_televisions(with_cached_files(house))
hub.BEAT_SECONDS /= 10
