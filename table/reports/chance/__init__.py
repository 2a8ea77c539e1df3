"""What chance does to an evening and to a day: distributions that are computed in a process of their own."""
