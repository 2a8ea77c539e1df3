"""The checklists of CONTRIBUTING.md, walked on a copy of the house: what an exercise adds, and what names it if forgotten."""
