"""Metrics of one process for a collector such as Prometheus; none depends on a covered card or names anybody."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import structlog
from prometheus_client import Counter, Gauge, Histogram

from table.play.declaration import VERBS
from table.rules.refusal import Refused

log = structlog.stdlib.get_logger("sabot.metrics")
ACTS = Counter("sabot_acts", "Acts by their verb and what became of them", ["verb", "result"])
REFUSALS = Counter("sabot_refusals", "Presses that were refused, by the code of the refusal", ["code"])
SECONDS = Histogram(
    "sabot_act_seconds",
    "How long a press took from the door to its commit",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20),
)
PINGS_LOST = Counter("sabot_pings_lost", "Pings that could not be sent; screens notice by the next heartbeat")
SCREENS = Gauge("sabot_screens", "Screens that are open now, by their kind", ["kind"])
SHOES = Gauge("sabot_electronic_shoes", "Electronic shoes that are connected now")
SHOE_FACTS = Counter(
    "sabot_electronic_shoe_facts", "Facts told by electronic shoes, by what became of them", ["result"]
)
CHANNEL_LAYER_LOST = Gauge("sabot_channel_layer_lost", "1 while processes cannot ping each other: Redis is gone")
SEALS_FAILED = Counter("sabot_seals_failed", "Seals that were due in this process and could not be written")
SEALS_MISSING = Gauge("sabot_seals_missing", "Registers without a seal where one was due, by the file of seals")
SEAL_KEY_UNKNOWN = Gauge(
    "sabot_seal_key_unknown", "1 while the key of the seals here is gone, or is not the one on record"
)
ROWS_ALTERED = Gauge("sabot_rows_altered", "Registers of which rows were found lately that no entry has made so")
HAND_OUT_GAPS = Gauge("sabot_hand_out_gaps", "Gaps that were found lately in what was handed out of registers")
DELIVERIES_BEHIND = Gauge(
    "sabot_deliveries_behind", "Entries that outlets outside the house have not confirmed yet, by their kind", ["kind"]
)
DELIVERIES_AGE = Gauge("sabot_deliveries_age_seconds", "How long the oldest of them waits; 0 where none does", ["kind"])
OUTLETS = Gauge("sabot_outlets", "Outlets outside the house, by their kind and how they answer", ["kind", "state"])
BACKUP_AGE = Gauge("sabot_backup_age_seconds", "How long ago the house was backed up last; infinite if none is noted")
BYTES = Gauge("sabot_bytes", "What the parts of the house take on this machine's disk, in bytes", ["part"])
DISK_FREE = Gauge("sabot_disk_free_bytes", "What is left where this machine writes for the house, in bytes")
SIGN_INS_FAILED = Counter("sabot_sign_ins_failed", "Badges shown with a wrong PIN, or while locked", ["reason"])
ATTACKS = Counter("sabot_attacks", "Attacks on PINs that began: on a badge, at a device, everywhere", ["kind"])


@contextmanager
def measured(verbs: Iterable[str]) -> Iterator[None]:
    """Count the acts of a press by verb and the press's result, and observe the seconds that the press took.

    ``verbs`` are those of its acts, in their order; one that is not declared counts as "unknown". The result is done,
    refused (on `Refused`, which is also counted once by its code), or failed on any other error; every error is passed
    on. That counting fails is only logged.
    """
    began, result = time.perf_counter(), "failed"
    try:
        yield
        result = "done"
    except Refused as refused:
        result = "refused"
        REFUSALS.labels(refused.code.value).inc()
        raise
    finally:
        try:
            SECONDS.observe(time.perf_counter() - began)
            for verb in verbs:
                # Undeclared verbs are not used as labels: anybody could make some up, without end.
                ACTS.labels(verb if verb in VERBS else "unknown", result).inc()
        except Exception:  # an act that is on disk was done, counted or not
            log.exception("a press was not counted")
