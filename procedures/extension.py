"""Extension of the table by the procedures, handed over as one object when the house starts."""

from procedures import script, verbs
from procedures.effects import EFFECTS
from procedures.models import Attestation, Incident
from procedures.noticing import notice
from procedures.reports.errors import errors_told, rulings_told
from procedures.reports.incident import IncidentReport
from procedures.screens.disputed import entries_on
from procedures.screens.open_cases import cases_told
from procedures.screens.region import REGIONS
from procedures.screens.said import spoken_of, unsure
from procedures.screens.sentences import WORDS
from procedures.training import card
from procedures.training import verbs as training
from procedures.training.instructor import first_lesson
from table.extensions import Extension

PROCEDURES = Extension(
    app="procedures",
    modules=(verbs, script, training),
    effects=EFFECTS,
    notice=notice,
    natural={Incident: lambda case: case.number},
    leads_to_table={Attestation: "incident__table"},
    script_slots=script.SLOTS,
    words=WORDS,
    cases_told=cases_told,
    spoken_of=spoken_of,
    unsure=unsure,
    regions=REGIONS + card.REGIONS,
    afterwards=entries_on,
    errors=errors_told,
    rulings=rulings_told,
    files={"incident": IncidentReport},
    lesson=first_lesson,
)
