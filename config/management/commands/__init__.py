"""Commands, one per file: `comunale`, and commands of libraries that would write without an entry."""
