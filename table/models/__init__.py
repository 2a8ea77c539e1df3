"""The state of the tables as plain rows. Only verbs and remedies write them, and only behind the door."""

from table.models.alerts import Alert, Severity
from table.models.coup import Adjustment, Coup, Money, Stake
from table.models.custody import Uncollected
from table.models.devices import Display
from table.models.exports import Export
from table.models.house import House, IdentityCheck, LimitRange, Policy, StaffPresence, Table, Tip
from table.models.outside import Outlet, Reader, Told, Webhook
from table.models.people import Guest, Person, StaffSession
from table.models.register import HOUSE, Entry, Note, Refusal
from table.models.seating import Position, Reservation, Standing
from table.models.shoe import DrawnCard, Shoe, Sixain

__all__ = [
    "HOUSE",
    "Adjustment",
    "Alert",
    "Coup",
    "Display",
    "DrawnCard",
    "Entry",
    "Export",
    "Guest",
    "House",
    "IdentityCheck",
    "LimitRange",
    "Money",
    "Note",
    "Outlet",
    "Person",
    "Policy",
    "Position",
    "Reader",
    "Refusal",
    "Reservation",
    "Severity",
    "Shoe",
    "Sixain",
    "StaffPresence",
    "StaffSession",
    "Stake",
    "Standing",
    "Table",
    "Tip",
    "Told",
    "Uncollected",
    "Webhook",
]
