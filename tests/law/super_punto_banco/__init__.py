"""Super Punto Banco, sentence by sentence: the premise, the sixteen articles and the printed table."""

from tests.law.sentence import Sentences
from tests.law.super_punto_banco import cards, house, premise, tableau

SENTENCES: Sentences = {**premise.SENTENCES, **cards.SENTENCES, **house.SENTENCES, **tableau.SENTENCES}
