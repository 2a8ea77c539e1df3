"""The house as it is served, but for its templates: another process of the run may have compiled them."""

import os
from pathlib import Path

from config.asgi import application
from tests.rig.compiled import FOLDER, lie_in

__all__ = ["application"]
lie_in(Path(os.environ[FOLDER]))
