"""Commands of an installation: `keep` and `articles`, and refusals in place of some commands of libraries."""
