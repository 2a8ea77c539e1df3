"""Super Punto Banco, sentence by sentence: the premise, the sixteen articles and the printed table."""

from tests.law.sentence import Sentences
from tests.law.super_punto_banco import cards, premise, stakes_and_seats, tableau

SENTENCES: Sentences = {**premise.SENTENCES, **cards.SENTENCES, **stakes_and_seats.SENTENCES, **tableau.SENTENCES}
