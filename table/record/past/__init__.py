"""Past of a table: its register performed again in an in-memory database, in a process of its own."""
