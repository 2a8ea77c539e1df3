"""On whose word a refusal is printed in Venice: typed from the document beside each sentence, not from the code."""

import ast
from functools import cache
from pathlib import Path

from table.play.declaration import VERBS
from table.rules.authority import cite
from table.rules.houses import ADMIRAL, MALTA, VENEZIA
from table.rules.profile import Profile, derive
from tests.house.test_topics import OURS, calls, read
from tests.rig.rows import every_row

SPB, READ = "Super Punto Banco, ", "reading of "
DEFAULT, SABOT = "default of Sabot", "rule of Sabot"
REFUSALS: dict[str, str] = {
    # The premise: how it is dealt and read.
    "The betting is open: no stake is late before": SPB + "Premessa",
    "In this coup the four cards are dealt": SPB + "Premessa",
    "By the Regola no card is due to anybody": SPB + "Tabella della Regola",
    "A card is still due to %(side)s.": SPB + "Tabella della Regola",
    "Punto is turned last: first Banco, and the third": SPB + "Premessa",
    "Nobody reads in this coup: the dealer completes": SPB + "Premessa",
    "Nobody reads at position": SPB + "Premessa",
    "Who was to read at position": DEFAULT,
    "The betting is closed; a late stake goes back": DEFAULT,
    # Cards too many, seen and fallen.
    "No Colpo in Bianco is due.": SPB + "Art. 1",
    "There is no Colpo in Bianco to be called now": SPB + "Art. 1",
    "The first card of the hand is known: say": SPB + "Art. 1",
    "The distribution is over: key the cards where": SPB + "Art. 1",
    "This is a Colpo in Bianco, played without stakes": SPB + "Art. 1",
    "In a Colpo in Bianco nothing is paid.": SPB + "Art. 1",
    "Stakes lie on the felt; a Colpo in Bianco has none": SPB + "Art. 1",
    "A Colpo in Bianco is played without stakes; give": SPB + "Art. 1",
    "That is said of the first card of a hand with": READ + "Art. 1",
    "Nobody has a valid stake; no hand is dealt": DEFAULT,
    "Nobody has a valid stake: that would be": DEFAULT,
    # Decks, the cut card, the seven cards.
    "The decks are replaced at the end of a taglia": SPB + "Art. 4",
    "Whether the decks are kept is decided at the end": SPB + "Art. 4",
    "This house plays with %(expected)s decks, not": SPB + "Art. 4",
    "A worn card is replaced by one of the same rank": READ + "Art. 4",
    "The cut card of this taglia is out already": SPB + "Art. 5",
    "There is no last coup to be called now": SPB + "Art. 5",
    "The taglia is over: a new shoe is loaded": SPB + "Art. 5",
    "The coup began with the cut card: draw and count": SPB + "Art. 5",
    "Only a coup that began with the cut card is counted": SPB + "Art. 5",
    "The remaining cards are counted: a third card": READ + "Art. 5",
    "This coup is null: too few cards were left": SPB + "Art. 5",
    "The hand is finished and announced before the": READ + "Art. 5",
    "The hand can be completed.": DEFAULT,
    "The decks “%(serial)s” were in use already": SABOT,
    # What is rebuilt, and who has to be there.
    "The coup can be rebuilt clearly: ratify it": READ + "Art. 6, 7",
    "A hand is turned with its two cards.": SPB + "Art. 7",
    "Card %(number)s was served there by itself": SABOT,
    "Who was not at work at this table before the case": DEFAULT,
    "Who decides is one of those who are present": SABOT,
    "Who caused the incident does not attest it": SABOT,
    "This PIN was given by somebody else, and attests": SABOT,
    "Nothing can be decided before these cards of the": SABOT,
    "By this report every card lies where the record": SABOT,
    "Who caused it is named by an Ispettore di Gioco": SABOT,
    # The coup and what comes after it.
    "Settle the stakes first: once the cards are burned": SPB + "Art. 10",
    "The cards of this coup are not burned yet": SPB + "Art. 10",
    "In this house that is decided by the role": SPB + "Art. 10",
    "In this house the Direzione decides a dispute": SPB + "Art. 10",
    "This coup counts for nothing already": SABOT,
    "This coup was not played: no card was drawn": SABOT,
    "A dispute of “%(guest)s” about this coup is open": SABOT,
    "Who agrees to it is somebody of another office": DEFAULT,
    # Stakes and chips.
    "Position %(position)s has its stake on this box": SPB + "Art. 11",
    "In this house a tie can be staked only beside": READ + "Art. 11",
    "Stakes are individual: the stake at position": SPB + "Art. 12",
    "Banknotes at position %(positions)s are still to": SPB + "Art. 12",
    "%(amount)s cannot be laid in chips of this table": DEFAULT,
    "This table plays in %(expected)s; %(currency)s is": DEFAULT,
    "Position %(position)s: a correction of": DEFAULT,
    # Places, limits, suspension.
    "Position %(position)s is taken.": SPB + "Art. 13",
    "An absent player’s seat is released by": DEFAULT,
    "Position %(position)s is free.": SABOT,
    "Position %(position)s is %(state)s": SABOT,
    "Somebody else plays at position": SPB + "Art. 13",
    "Nobody sits at position %(position)s; who stands": SPB + "Art. 13",
    "“%(guest)s” does not stand there.": SABOT,
    "%(amount)s on %(box)s is below the minimum": SPB + "Art. 14",
    "%(amount)s on %(box)s is above the maximum of %(maximum)s, counted": DEFAULT,
    "The minimum %(minimum)s is above the maximum": SABOT,
    "The game is not suspended.": SABOT,
    "The Direzione has suspended the game: only the": READ + "Art. 16",
    # What nobody collects, and the Direzione.
    "What is staked on the running coup plays until": READ + "Art. 15",
    "The owner of the stake at position": READ + "Art. 15",
    "That is kept already, under slip": SABOT,
    "The case is with the Direzione; its decision": SPB + "Art. 16",
    "In this house the Direzione may order only this": DEFAULT,
    "No coup is being played. What was paid for one": READ + "Art. 16",
    "A face of this hand is known: the Ispettore": DEFAULT,
    "Who asked for the correction does not agree": SABOT,
}
"""A refusal by the words with which it begins, and what stands behind it in brackets."""
ACTS: dict[str, str] = {
    "close_bets": SPB + "Premessa",
    "turn_banco": SPB + "Premessa",
    "announce": SPB + "Premessa",
    "burn": SABOT,
    "pass_reading": DEFAULT,
    "order_dealer_to_complete": DEFAULT,
    "order_blank": DEFAULT,
    "set_button": DEFAULT,
    "report_visible": SPB + "Art. 1",
    "authorise_replacement": READ + "Art. 4",
    "replace_decks": SPB + "Art. 4",
    "insert_cut_card": SABOT,
    "cut_card_out": SPB + "Art. 5",
    "extract_remaining": SPB + "Art. 5",
    "ratify": SABOT,
    "attest": SABOT,
    "annul_incident": SPB + "Art. 6, 7",
    "decide_dispute": SPB + "Art. 10",
    "change_cash": SPB + "Art. 12",
    "assign": SPB + "Art. 13",
    "mark": SABOT,
    "stand_at": SABOT,
    "reserve": SABOT,
    "suspend": SPB + "Art. 14",
    "set_limits": SPB + "Art. 14",
    "dispose": SPB + "Art. 15",
    "confirm_uncollected": SABOT,
    "rule": SPB + "Art. 16",
    "refer": SABOT,
    "change_rules": DEFAULT,
    "confirm_correction": DEFAULT,
    "wait_for_seat": SABOT,
}
"""On whose word an act is refused to other offices and out of its turn, by its name."""


@cache
def refused_in(path: Path) -> dict[str, frozenset[str]]:
    """The sentences of this file that are refused with a topic written beside them."""
    found: dict[str, set[str]] = {}
    for call in calls(read(path), {"require", "Refused", "_must"}):
        source = [keyword.value for keyword in call.keywords if keyword.arg == "source"]
        said = [it.value for it in call.args if isinstance(it, ast.Constant) and isinstance(it.value, str)]
        for node in ast.walk(source[0].args[-1]) if source and isinstance(source[0], ast.Call) else ():
            if said and isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.setdefault(said[-1], set()).add(node.value)
    return {sentence: frozenset(topics) for sentence, topics in found.items()}


def topics_of(words: str) -> set[str]:
    """The topics that refusals cite that begin with these words."""
    found = [topics for path in OURS for said, topics in refused_in(path).items() if said.startswith(words)]
    return {topic for topics in found for topic in topics}


def test_so_many_are_typed() -> None:
    assert len(REFUSALS) > 60


@every_row("words", REFUSALS)
def test_a_refusal_names_whose_word_it_is(words: str) -> None:
    assert {str(cite(VENEZIA, topic)) for topic in topics_of(words)} == {REFUSALS[words]}


@every_row("verb", ACTS)
def test_an_act_that_is_for_others_names_whose_word_it_is(verb: str) -> None:
    assert str(cite(VENEZIA, VERBS[verb].source)) == ACTS[verb]


@every_row(
    ("profile", "word"),
    [
        (ADMIRAL, "Punto Banco, Casino Admiral"),
        (MALTA, DEFAULT),
        (derive(ADMIRAL, key="own", announce_order="banco_first"), "Punto Banco, Casino Admiral"),
        (derive(VENEZIA, key="own", announce_order="any"), SPB + "Premessa"),
    ],
)
def test_the_announcement_is_cited_from_a_document_that_asks_for_it_in_whatever_order(
    profile: Profile, word: str
) -> None:
    assert str(cite(profile, VERBS["announce"].source)) == word
