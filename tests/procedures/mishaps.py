"""What goes wrong at a table, a row for each sentence of Articles 1 to 9 and 16: how it comes about, what follows."""

from tests.procedures.moments import (
    THIRD_DUE,
    After,
    B,
    Mishap,
    P,
    betting,
    between,
    closed,
    complete,
    leaves_the_shoe,
    one_out,
    pulled,
    third_due,
    three_out,
    turns_third,
    two_out,
    until_held,
    visible,
    wrong_points,
)

IN_BIANCO = After(outcome="blank")
FIRST_BURNED = After(punto="4H 3C", banco="KD 8D", burned=1)
"""Where the first card of the hand is burned the next ones are dealt."""
LEFT_OVER = After(waits="??")
SEEN_LEFT_OVER = After(waits="8D", blank=True)
BURNED = After(burned=1)
ANNULLED = After(outcome="annulled")
COVERED_AND_ANNULLED = After(punto="?? ??", banco="?? ??", outcome="annulled")
DRAWN = After(punto="2H 2D 3H", banco="5C KS")
ISPETTORE, BOTH, DIREZIONE = ("ispettore_gioco",), ("ispettore_comunale", "ispettore_gioco"), ("direzione",)

ART_1 = [
    Mishap(
        name="an extra card, unseen",
        article=1,
        kind="extra_card",
        at=complete,
        acts=leaves_the_shoe(seen=False, extra=True),
        after=LEFT_OVER,
        elsewhere=BURNED,
    ),
    Mishap(
        name="an extra card, seen",
        article=1,
        kind="extra_card",
        at=complete,
        acts=leaves_the_shoe(seen=True, extra=True),
        after=SEEN_LEFT_OVER,
        elsewhere=BURNED,
    ),
    *(
        Mishap(
            name=f"the first card visible in the sabot, {moment.__name__}",
            article=1,
            kind="visible_card",
            at=moment,
            acts=visible,
            after=IN_BIANCO,
            elsewhere=FIRST_BURNED,
        )
        for moment in (between, betting, closed)
    ),
    Mishap(name="another card visible in the sabot", article=1, kind="visible_card", at=one_out, acts=visible),
    Mishap(
        name="a card pulled in the betting, unseen",
        article=1,
        kind="extra_card",
        at=betting,
        acts=leaves_the_shoe(seen=False),
        elsewhere=FIRST_BURNED,
    ),
    Mishap(
        name="a card pulled in the betting, seen",
        article=1,
        kind="extra_card",
        at=betting,
        acts=leaves_the_shoe(seen=True),
        after=IN_BIANCO,
        elsewhere=FIRST_BURNED,
    ),
    Mishap(
        name="a waiting card that was seen",
        article=1,
        kind="waiting_card_seen",
        at=pulled,
        facts={"number": 1, "card": "9S"},
        after=IN_BIANCO,
    ),
    Mishap(
        name="an overlooked card, seen",
        article=1,
        kind="overlooked_card",
        facts={"seen": True, "card": "8D"},
        after=SEEN_LEFT_OVER,
        elsewhere=BURNED,
    ),
    Mishap(
        name="an overlooked card, unseen",
        article=1,
        kind="overlooked_card",
        facts={"seen": False},
        after=LEFT_OVER,
        elsewhere=BURNED,
    ),
    Mishap(
        name="a card turned by the dealer",
        article=1,
        kind="turned_by_dealer",
        facts={"number": 1, "card": "9S"},
    ),
]
ART_2 = [
    Mishap(
        name="stuck cards, order restored",
        article=2,
        kind="stuck_cards",
        at=one_out,
        facts={"before": 1, "packet": 2, "restored": True},
    ),
    Mishap(
        name="stuck cards, burned",
        article=2,
        kind="stuck_cards",
        cards="9S 4H 8D 8C KD 3C",
        at=two_out,
        facts={"before": 2, "packet": 2, "restored": False, "seen": True},
        after=After(burned=2),
    ),
    Mishap(
        name="the first cards stuck and seen, burned",
        article=2,
        kind="stuck_cards",
        cards="8D 8C 9S 4H KD 3C",
        at=closed,
        facts={"before": 0, "packet": 2, "restored": False, "seen": True},
        after=After(burned=2),
    ),
    Mishap(
        name="three of the four dealt cards stuck, burned",
        article=2,
        kind="stuck_cards",
        cards="8D 8C 8H 9S 4H KD 3C",
        facts={"before": 0, "packet": 3, "restored": False},
        after=After(burned=3),
    ),
    Mishap(
        name="third cards stuck, burned",
        article=2,
        kind="stuck_cards",
        cards="2H 5C 2D KS 9C 9D 3H",
        at=third_due,
        facts={"before": 4, "packet": 2, "restored": False},
        after=DRAWN._replace(burned=2),
    ),
]
ART_3 = [
    Mishap(
        name="the second card fell and was seen",
        article=3,
        kind="fallen_card",
        at=two_out,
        facts={"places": [2], "seen": True},
    ),
    Mishap(
        name="the first card fell, unseen",
        article=3,
        kind="fallen_card",
        at=closed,
        facts={"places": [1], "said": True},
        after=IN_BIANCO,
        elsewhere=After(),
    ),
    Mishap(
        name="the first card fell and was seen",
        article=3,
        kind="fallen_card",
        at=closed,
        facts={"places": [1], "said": True, "seen": True},
        after=IN_BIANCO,
        elsewhere=FIRST_BURNED,
    ),
    Mishap(
        name="both cards of Punto fell",
        article=3,
        kind="fallen_card",
        facts={"places": [1, 3], "order_lost": True},
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="a card of each fell, order lost",
        article=3,
        kind="fallen_card",
        facts={"places": [1, 2], "order_lost": True},
        after=COVERED_AND_ANNULLED,
        present=ISPETTORE,
        status="annulled",
    ),
    Mishap(
        name="a fallen card was not found",
        article=3,
        kind="fallen_card",
        facts={"places": [4], "recovered": False},
        present=DIREZIONE,
        status="ruled",
    ),
]
ART_4 = [
    Mishap(name="a worn card", article=4, kind="worn_card", at=complete, facts={"card": "KD"}, status="open"),
]
ART_6 = [
    Mishap(
        name="the first two cards inverted",
        article=6,
        kind="inverted",
        lie="BPPB",
        facts={"laid": [B, P, P, B]},
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="inverted, and nobody knows which came first",
        article=6,
        kind="inverted",
        at=complete,
        facts={"lost": [1, 2]},
        after=ANNULLED,
        present=ISPETTORE,
        status="annulled",
    ),
]
ART_7 = [
    Mishap(
        name="three cards at Punto",
        article=7,
        kind="wrong_number",
        cards="2C 5D 3H KS 9C",
        facts={"laid": [P, B, P, P]},
        after=After(punto="2C 3H 9C", banco="5D KS"),
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="one card at Banco",
        article=7,
        kind="wrong_number",
        cards="6C 2D KH 5S",
        at=three_out,
        facts={"laid": [P, B, P]},
        after=After(punto="6C KH", banco="2D 5S"),
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="a surplus card, unseen",
        article=7,
        kind="wrong_number",
        at=complete,
        facts={"laid": [P, B, P, B, B]},
        after=LEFT_OVER,
        elsewhere=BURNED,
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="a surplus card, seen",
        article=7,
        kind="wrong_number",
        at=complete,
        facts={"laid": [P, B, P, B, B]},
        acts=turns_third,
        after=SEEN_LEFT_OVER,
        elsewhere=BURNED,
        present=ISPETTORE,
        status="ratified",
    ),
]
ART_8 = [
    Mishap(
        name="a third card at Punto that is Banco's",
        article=8,
        kind="undue_third",
        cards="6S 2C KD 3H 8H",
        at=third_due,
        facts={"laid": [P, B, P, B, P]},
        after=After(punto="6S KD", banco="2C 3H 8H"),
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="an undue third card, seen",
        article=8,
        kind="undue_third",
        cards="2S 9C 2H KD 6C",
        at=complete,
        facts={"laid": [P, B, P, B, P]},
        acts=turns_third,
        after=After(punto="2S 2H", banco="9C KD", waits="6C", blank=True),
        elsewhere=After(punto="2S 2H", banco="9C KD", burned=1),
        present=ISPETTORE,
        status="ratified",
    ),
    Mishap(
        name="an undue third card, unseen",
        article=8,
        kind="undue_third",
        cards="2S 9C 2H KD 6C",
        at=complete,
        facts={"laid": [P, B, P, B, P]},
        after=After(punto="2S 2H", banco="9C KD", waits="??", blank=True),
        elsewhere=After(punto="2S 2H", banco="9C KD", burned=1),
        present=ISPETTORE,
        status="ratified",
    ),
]
ART_9 = [Mishap(name="wrong points announced", article=9, kind="wrong_announcement", at=complete, acts=wrong_points)]
PREMISE = [
    Mishap(
        name="«no carta» with four",
        article=0,
        kind="declaration",
        cards=THIRD_DUE,
        says="no_carta",
        acts=until_held,
        after=DRAWN,
        present=BOTH,
        status="ratified",
        where="reader",
    ),
    Mishap(
        name="«carta» with seven",
        article=0,
        kind="declaration",
        cards="7H 2C KD 3S 4D KC",
        says="carta",
        acts=until_held,
        after=After(punto="7H KD", banco="2C 3S 4D", waits="KC", blank=True),
        elsewhere=After(punto="7H KD", banco="2C 3S 4D", burned=1),
        present=BOTH,
        status="ratified",
        where="reader",
    ),
    Mishap(
        name="an error of the reader, reported",
        article=0,
        kind="declaration",
        facts={},
        present=BOTH,
        status="ratified",
        where="reader",
    ),
    Mishap(
        name="a due third card not drawn",
        article=0,
        kind="third_not_drawn",
        cards=THIRD_DUE,
        at=third_due,
        facts={},
        after=DRAWN,
        present=BOTH,
        status="ratified",
    ),
]
ART_16 = [
    Mishap(
        name="something not foreseen",
        article=16,
        kind="unforeseen",
        facts={"what": "disturbance"},
        present=DIREZIONE,
        status="ruled",
    ),
]
MISHAPS = [*PREMISE, *ART_1, *ART_2, *ART_3, *ART_4, *ART_6, *ART_7, *ART_8, *ART_9, *ART_16]
REPORTED = [it for it in MISHAPS if it.facts is not None]
TELLING = [
    it
    for it in MISHAPS
    if it.name
    in {
        "«carta» with seven",
        "a due third card not drawn",
        "an extra card, seen",
        "an overlooked card, seen",
        "a card turned by the dealer",
        "stuck cards, burned",
        "a card of each fell, order lost",
        "a fallen card was not found",
        "a worn card",
        "the first two cards inverted",
        "three cards at Punto",
        "a surplus card, unseen",
        "an undue third card, unseen",
        "wrong points announced",
        "something not foreseen",
    }
]
"""Of each kind that befalls a hand whose cards are out the one in which most can go wrong."""
DIFFERS = [it for it in MISHAPS if it.elsewhere is not None or it.present == BOTH]
"""Those of which a house without coups in bianco, or without an Ispettore Comunale, makes something else."""
ONE_EACH = [*{it.article: it for it in DIFFERS if it.where != "reader"}.values(), ART_6[0]]
"""One of them of each article, such as can happen where nobody reads; and cards that are laid anew as everywhere."""
