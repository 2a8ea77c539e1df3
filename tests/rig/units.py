"""Units of systemd as they are deployed: which commands of the house they start."""

import re
import shlex


def commands_in(text: str) -> list[str]:
    """The commands of `manage.py` that units start, in turn, each as it is typed."""
    program = r"^ExecStart=\S+ (manage\.py |-m config\.service\.each )(.+)$"
    started = re.findall(program, text.replace("\\\n", " "), re.MULTILINE)
    return [it for by, words in started for it in ([words] if by == "manage.py " else shlex.split(words))]
