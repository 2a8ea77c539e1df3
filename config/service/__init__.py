"""The house as a service of a machine: how it stops, whether it is well, how it travels to where no network is."""
