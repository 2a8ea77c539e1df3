"""Who plays a coup in the tests: the act that the table asks for next, the true cards, and good staff in support.

``cards`` are the cards as they truly lie, ``keys`` what a dealer keys with each act, ``staff`` how a case is put right,
``dealer`` the croupier who is made of these three. ``coups``, ``cases`` and ``situations`` say in a few words what a
table is brought to.
"""
