"""The house as a service of a machine: how it stops, what it is installed by, what its keepers read."""
