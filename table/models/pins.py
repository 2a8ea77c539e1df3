"""PINs, stored apart from their owners, and records of wrong ones. No page shows these rows as such."""

from typing import ClassVar

from django.db import models

from table.models.people import Person


class Pin(models.Model):
    """Hash of a person's PIN, made with the pepper of the house, which is outside the database.

    ``person`` has no reverse relation, so that no filter on people can query it. ``pepper`` is a fingerprint that
    distinguishes peppers without revealing them; empty for a hash older than the first pepper. ``lifted`` is when the
    Direzione last lifted a lock-out.
    """

    person = models.OneToOneField(Person, models.CASCADE, related_name="+")
    hashed = models.CharField(max_length=200)
    pepper = models.CharField(max_length=16, blank=True)
    lifted = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"PIN of {self.person_id}"


class KnownAddress(models.Model):
    """Address from which a person has signed in, and when they last did: one of their devices."""

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
    """Badge that was shown with a wrong PIN at an address.

    ``badge`` is empty if nobody has it, as the text typed there might be a PIN. ``digest`` identifies that text and
    reveals nothing of it without the pepper. ``own``: this badge had signed in at that address before; ``ours``:
    somebody of the house had. ``forgiven``: it no longer counts, as the right PIN followed or the Direzione lifted the
    lock-out.
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
    """PINs that were tried until a limit was reached: of one badge, at one address, or all over the house.

    ``whom`` is the badge or the address, empty for the house; ``times`` is how often the limit was reached, each time
    within an hour of the last.
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
