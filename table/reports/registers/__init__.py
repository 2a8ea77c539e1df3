"""Registers, refusals and wrong PINs as they are read: filters, pages and files."""
