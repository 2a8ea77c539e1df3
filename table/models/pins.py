"""PINs, apart from the people whose they are, and what is known of who tries them. No page shows these rows as such."""

from typing import ClassVar

from django.db import models

from table.models.people import Person


class Pin(models.Model):
    """The PIN of a person as it is kept: hashed with the pepper of the house, which lies outside the database.

    Nothing leads from a person here, so that no filter on people can ask for it. ``pepper`` tells one pepper from
    another, and nothing of it; it is empty for a hash of before there was one. ``lifted`` is when the Direzione lifted
    a lock-out last.
    """

    person = models.OneToOneField(Person, models.CASCADE, related_name="+")
    hashed = models.CharField(max_length=200)
    pepper = models.CharField(max_length=16, blank=True)
    lifted = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"PIN of {self.person_id}"


class KnownAddress(models.Model):
    """An address from which somebody of the house has signed in, and when he did last: a device of his."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="+")
    address = models.CharField(max_length=45)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["address", "person"], name="an_address_is_known_once_of_a_person")
        ]
        indexes: ClassVar = [models.Index(fields=["at"], name="known_addresses_by_time")]

    def __str__(self) -> str:
        return f"{self.person_id} at {self.address}"


class WrongPin(models.Model):
    """A badge that was shown with a wrong PIN at an address.

    ``badge`` is empty for one that nobody has: what was typed there might be a PIN. ``digest`` tells what was typed
    from anything else, and nothing of it without the pepper. ``own``: this badge had signed in at that address before;
    ``ours``: somebody of the house had. ``forgiven``: it counts no more, as the right PIN followed, or as the
    Direzione lifted it.
    """

    badge = models.CharField(max_length=20, blank=True)
    digest = models.CharField(max_length=32)
    address = models.CharField(max_length=45)
    at = models.DateTimeField()
    own = models.BooleanField()
    ours = models.BooleanField()
    forgiven = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["digest", "at"], name="wrong_pins_of_a_badge"),
            models.Index(fields=["address", "at"], name="wrong_pins_at_an_address"),
            models.Index(fields=["at"], name="wrong_pins_by_time"),
            models.Index(fields=["badge"], name="wrong_pins_by_badge"),
        ]

    def __str__(self) -> str:
        return f"{self.badge or '?'} at {self.address}"


class Attack(models.Model):
    """PINs were tried until a limit was reached: those of one badge from many devices, many at one device, or many
    from many. ``whom`` is the badge or the address, ``times`` how often the limit was reached within the hour.
    """

    class Kind(models.TextChoices):
        BADGE = "badge"
        ADDRESS = "address"
        HOUSE = "house"

    kind = models.CharField(max_length=7, choices=Kind.choices)
    whom = models.CharField(max_length=45, blank=True)
    since = models.DateTimeField()
    last = models.DateTimeField()
    times = models.PositiveIntegerField(default=1)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["last"], name="attacks_by_time")]

    def __str__(self) -> str:
        return f"{self.kind} {self.whom}"
