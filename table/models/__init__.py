"""State of the tables as plain rows. Only verbs and remedies write rows of the game, and only behind the door."""

from table.models.alerts import Alert, Severity
from table.models.coup import Adjustment, Coup, Money, Stake, Uncollected
from table.models.devices import CardReader, Display, ElectronicShoe
from table.models.online import OnlineGame, OnlinePlayer, OnlineSession, WrongPassword
from table.models.outside import EveningSecret, Export, Gap, Outlet, Reader, Stall, Told, Webhook
from table.models.people import MACHINE, GivenPin, Guest, Person, StaffSession
from table.models.pins import Attack, KnownAddress, Pin, WrongPin
from table.models.register import HOUSE, NO_END, Entry, Note, Refusal, any_of
from table.models.seating import Position, Reservation, Standing, Waiting
from table.models.shoe import DrawnCard, Shoe, Sixain
from table.models.tables import (
    MOST_TABLES,
    TRAINING,
    House,
    IdentityCheck,
    LimitRange,
    OwnHouse,
    OwnRules,
    Policy,
    StaffPresence,
    Table,
    Tip,
)

__all__ = [
    "HOUSE",
    "MACHINE",
    "MOST_TABLES",
    "NO_END",
    "TRAINING",
    "Adjustment",
    "Alert",
    "Attack",
    "CardReader",
    "Coup",
    "Display",
    "DrawnCard",
    "ElectronicShoe",
    "Entry",
    "EveningSecret",
    "Export",
    "Gap",
    "GivenPin",
    "Guest",
    "House",
    "IdentityCheck",
    "KnownAddress",
    "LimitRange",
    "Money",
    "Note",
    "OnlineGame",
    "OnlinePlayer",
    "OnlineSession",
    "Outlet",
    "OwnHouse",
    "OwnRules",
    "Person",
    "Pin",
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
    "Stall",
    "Standing",
    "Table",
    "Tip",
    "Told",
    "Uncollected",
    "Waiting",
    "Webhook",
    "WrongPassword",
    "WrongPin",
    "any_of",
]
