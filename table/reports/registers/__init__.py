"""Registers as they are read: what is asked for, page by page, and as files."""
