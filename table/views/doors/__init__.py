"""Who may open a page, what a device may do, and where whoever signs in on it is taken."""
