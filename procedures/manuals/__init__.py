"""The manuals of the house: how an evening goes at these screens, and what is done when cards go wrong."""
