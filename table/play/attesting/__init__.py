"""Attestations at a table, of incidents and of counts alike."""
