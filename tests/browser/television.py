"""A television of 2020, on which signs and seat displays have to run: a page without what came after Chromium 87.

Style sheets come to it as an old browser reads them (:mod:`tests.rig.older`). What scripts would look for in vain is
taken away before they start.
"""

from typing import Any

from tests.rig.older import AGENT
from tests.rig.scripts import call

TELEVISION: dict[str, Any] = {"user_agent": AGENT, "scripts": (call("television", "forgetNewer"),)}
"""What a page is asked for with that is shown as Chromium 87 shows it."""
