"""How the five documents are cited: by their titles, the Super Punto Banco by its articles besides."""

SUPER_PUNTO_BANCO = "Super Punto Banco"
PUNTO_Y_BANCO = "Punto y Banco, Malta"
REGOLE_DEL_BACCARAT = "Regole del baccarat"
CASINO_ADMIRAL = "Punto Banco, Casino Admiral"
BACCARAT_ONLINE = "Baccarat online"

PREMISE = f"{SUPER_PUNTO_BANCO}, Premessa"
"""The part of the Super Punto Banco before its first article."""
TABLE_OF_THE_REGOLA = f"{SUPER_PUNTO_BANCO}, Tabella della Regola"


def art(number: int) -> str:
    """An article of the Super Punto Banco, ``Super Punto Banco, Art. 13``; 0 is the premise."""
    return f"{SUPER_PUNTO_BANCO}, Art. {number}" if number else PREMISE


def cited_by(document: str, source: str) -> str:
    """How a house that plays by ``document`` cites ``source``.

    The laws are written in this code as the Super Punto Banco has them. A house with another document has no such
    articles and cites that document as a whole; whatever is not of the Super Punto Banco is cited as it is.
    """
    of_super_punto_banco = source.startswith(SUPER_PUNTO_BANCO)
    return document if of_super_punto_banco and document != SUPER_PUNTO_BANCO else source
