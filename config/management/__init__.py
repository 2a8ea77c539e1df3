"""Commands of an installation: `comunale`, and refusals in place of some commands of libraries."""
