"""The checklists of CONTRIBUTING.md, walked on a copy of the house, all of it and without each file."""
