"""Commands, one per file: `articles`, `keep`, and those that replace commands of libraries."""
