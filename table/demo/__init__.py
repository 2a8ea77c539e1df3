"""The demo house: people, tables and displays to try everything out with, and tables that play by themselves.

It is made once, in a database that is new and empty; in any other database there is none of it.
"""
