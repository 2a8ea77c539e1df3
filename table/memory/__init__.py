"""Memory of a process: what it keeps between acts, what invalidates it, and the inner parts of libraries it stands on.

- ``statements``: the text of a query, by kind of database; never invalid, as models do not change while a process runs.
  Also how often and which rows a connection writes: every INSERT, UPDATE and DELETE is seen, whoever makes it.
- ``parts``: what was read of a table, part by part. A part is forgotten when rows of a model that it is read from were
  written, unless those are the very objects that it holds.
- ``table_cache``: the parts of each table between two acts. They hold for the number, digest and policies of the
  table's row and for nothing else; whoever takes them has them alone, and puts them back after the commit, never after
  a failure.
- ``threads``: the one thread that acts and draws, so that none of this needs a lock, and the connections it keeps open.
- ``gc_pacing``: when Python looks for reference cycles: seldom while somebody plays.
- ``wire``: nothing is kept; a frame goes straight to its socket where that is open and has no queue.

What screens take over from one drawing to the next is told where they are drawn (:mod:`table.screens.read.carry_over`).

Inner parts, for Django 5.2 and 6.0, Daphne 4.2 and the Autobahn that it brings: ``get_related_populators``,
``klass_info``, ``_state.fields_cache``, ``close_at``, ``errors_occurred``, ``send_queue``, ``_tempDataBuffer``,
``dataBuffer``, ``writeSomeData``. Where one is missing, :mod:`tests` says so by its name.
"""
