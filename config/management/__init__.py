"""Commands of an installation: `comunale`, `keep`, and refusals in place of some commands of libraries."""
