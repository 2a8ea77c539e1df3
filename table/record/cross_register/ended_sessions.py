"""Sessions of somebody who is made inactive: they end for good, and are no way in once the person is active again."""

from collections.abc import Mapping
from typing import Any

from table.models import StaffSession
from table.play.act import Act


def end(_act: Act, given: Mapping[str, Any]) -> None:
    """Delete the sessions of the person with the badge ``given["badge"]``, unless they are made active."""
    if not given["active"]:
        StaffSession.objects.filter(person__badge=given["badge"]).delete()
