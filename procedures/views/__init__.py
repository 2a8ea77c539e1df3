"""Pages of the procedures: attesting at somebody else's device, and reports of incidents."""
