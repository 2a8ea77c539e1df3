"""Verifier of exported registers, for anybody: it needs only Python and `table/rules`.

`make verifier` packs both into one file. Nothing here knows a database, a setting or any other package.
"""
