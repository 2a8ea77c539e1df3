"""Pages of the procedures: attesting at somebody else's device, reports of incidents, and the manuals."""
