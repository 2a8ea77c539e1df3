"""The server, its limits on connections, the checks of proxy and origin, and the lock that keeps a second process out.
"""
