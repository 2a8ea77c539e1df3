"""Ordinary pages over HTTP; the acts of the live screens travel on their sockets."""

from table.views.pages import bad_request, not_found, not_yours, server_error

__all__ = ["bad_request", "not_found", "not_yours", "server_error"]
