"""The past of a table: its register performed once more, in a database in memory and in a process of its own."""
