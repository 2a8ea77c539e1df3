"""The house with a heart that beats ten times as fast: a test acts in a process of its own, and nothing but the
heartbeat tells the house of it. Its files it keeps in memory: every test comes with browsers that have none of them.
"""

from config.asgi import application as house
from table.live import hub
from tests.rig.files_kept import files_kept

application = files_kept(house)
hub.BEAT_SECONDS /= 10
