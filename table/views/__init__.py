"""Ordinary pages over HTTP. What the live screens do travels on their sockets."""

from table.views.pages import bad_request, not_found, not_yours, server_error

__all__ = ["bad_request", "not_found", "not_yours", "server_error"]
