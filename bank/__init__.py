"""Bank of a table: chips in the rack, notes in the box, tips, from the count at opening to the count at closing."""
