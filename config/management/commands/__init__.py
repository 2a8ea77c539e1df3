"""Commands, one per file: `comunale`, `keep`, `articles`, and those that replace commands of libraries."""
