"""A television of 2020, on which signs and seat displays have to run: a page without what came after Chromium 87.

Style sheets come to it as an old browser reads them (:mod:`tests.rig.older`). What scripts would look for in vain is
taken away before they start.
"""

from typing import Any

from tests.rig.older import AGENT

NEWER = """
  delete HTMLElement.prototype.inert; delete HTMLElement.prototype.popover;
  delete HTMLElement.prototype.showPopover; delete Array.prototype.at; delete String.prototype.at;
  delete Array.prototype.findLast; delete Array.prototype.toSorted; delete Object.hasOwn; delete Object.groupBy;
  delete window.structuredClone; delete crypto.randomUUID;
  delete AbortSignal.timeout; delete Element.prototype.setHTMLUnsafe;
"""
TELEVISION: dict[str, Any] = {"user_agent": AGENT, "scripts": (NEWER,)}
"""What a page is asked for with that is shown as Chromium 87 shows it."""
