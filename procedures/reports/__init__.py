"""Reports of incidents: each one document that settles a dispute."""
