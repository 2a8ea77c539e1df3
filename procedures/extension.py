"""Extension of the table by the procedures, handed over as one object when the house starts."""

from procedures import verbs
from procedures.case.noticing import check_declaration, notice
from procedures.case.rows import COMPARED, LEAVES, NAMES_COUPS, NATURAL_KEYS, PATHS_TO_TABLE, prune_cases
from procedures.reports.errors import cases_during, count_errors, rulings_during
from procedures.reports.incident import IncidentReport
from procedures.screens import stories
from procedures.screens.disputed import entries_on
from procedures.screens.open_cases import case_words
from procedures.screens.region import REGIONS
from procedures.screens.said import attested, spoken_of, unsure
from procedures.screens.wording import WORDS
from procedures.verbs import script
from procedures.verbs.effects import EFFECTS
from table.extensions import Acts, Extension, HouseActs, Register, Reports, Rows, Screens, Script

PROCEDURES = Extension(
    name="procedures",
    acts=Acts(modules=(verbs,), effects=EFFECTS, notices=(notice,)),
    rows=Rows(
        apps=("procedures",),
        natural_keys=NATURAL_KEYS,
        paths_to_table=PATHS_TO_TABLE,
        prunes=(prune_cases,),
        name_coups=NAMES_COUPS,
        compared=COMPARED,
        left=LEAVES,
    ),
    house=HouseActs(checks={"correct_entry": check_declaration}),
    script=Script(modules=(script,), slots=script.SLOTS, stories=stories.STORIES, settles=stories.SETTLES),
    screens=Screens(
        regions=REGIONS, cases=(case_words,), spoken_of=(spoken_of,), unsure=(unsure,), attested=(attested,)
    ),
    register=Register(words=WORDS, entries_after_end=(entries_on,)),
    reports=Reports(
        errors=(count_errors,),
        cases=(cases_during,),
        rulings=(rulings_during,),
        files={"incident": IncidentReport},
    ),
)
