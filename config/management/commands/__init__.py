"""Commands, one per file: `comunale`, and those that replace commands of libraries."""
