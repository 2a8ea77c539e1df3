"""Lines of a script: how each is written and what it does. A line is declared where it is defined."""

from table.script.lines import betting, cards, expect, expect_table, table

__all__ = ["betting", "cards", "expect", "expect_table", "table"]
