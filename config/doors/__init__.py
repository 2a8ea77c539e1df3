"""Server, limits on connections, checks of proxy and origin, and the lock that keeps a second process out."""
