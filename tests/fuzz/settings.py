"""The settings of a house that is sent anything by programs: its own, but it bears all of it, to read all of it."""

import config.settings

globals().update({name: value for name, value in vars(config.settings).items() if name.isupper()})
PRESSES_PER_SECOND = FAULTS_PER_SECOND = 1_000_000.0
