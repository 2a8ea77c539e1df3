"""The settings of a house that is pressed by programs in a closed loop: its own, but nobody presses too fast."""

import config.settings

globals().update({name: value for name, value in vars(config.settings).items() if name.isupper()})
PRESSES_PER_SECOND = 1_000_000.0
