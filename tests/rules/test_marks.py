"""On whose word a house has its rules: stated, a reading, or a default; typed from the documents."""

from dataclasses import fields

import pytest

from table.rules.authority import OF_SABOT, TOPICS
from table.rules.houses import (
    ADMIRAL,
    CLASSICO,
    CLASSICO_COPERTO,
    HOUSES,
    MALTA,
    MARKS,
    ONLINE,
    VENEZIA,
    Marked,
    marked,
)
from table.rules.profile import Profile, derive
from table.rules.topics.sources import SILENT, Said, reads, says
from tests.rig.rows import every_row

FIVE = (VENEZIA, MALTA, CLASSICO, ADMIRAL, ONLINE)
NAMES = {"key", "title", "source", "derived_from"}
KEYS = [field.name for field in fields(Profile) if field.name not in NAMES]
LETTERS = {"S": Said.STATED, "R": Said.READING, "D": Said.DEFAULT}

# Venezia, Malta, Classico, Admiral, Online: stated, a reading, a default.
PRINTED = {
    "decks": "SDRSS",  # “generally six or eight”
    "reshuffle_every_hand": "DDDDS",
    "cut_card": "SDDDD",
    "min_last_coup_cards": "SDDDD",
    "mask_tolerance": "DDDDD",
    "virtual_shoe": "DDDDD",
    "positions": "DDDSD",
    "currency": "DDDDD",
    "chips": "DDDDD",
    "identity_check": "DDDRD",
    "betting_seconds": "DDDDD",
    "egalite": "DDSSD",
    "tax": "DDDSD",
    "printed_odds": "DDSSR",  # nine “a 1”: of the player’s hand alone it is said what comes back
    "dealing": "SDDSS",
    "reader": "SDDDD",
    "button": "SDDDD",
    "button_rotation": "RDDDD",
    "button_on_annulled": "RDDDD",
    "standing_top_bet": "RDDDD",
    "announce_order": "SDDDD",
    "stakes": "DDDDD",
    "stakes_per_position": "SDDRD",
    "both_sides": "SDDRS",
    "tie_requires_main": "RSDSS",
    "side_bets": "DDDDS",
    "over_max": "DSDDD",
    "limit_levels": "DDDDS",
    "banco_payout": "DRSSS",
    "tie_to_one": "DSSSR",
    "rounding": "DDDDD",
    "smallest_payment": "DDDDD",
    "limits_decided_by": "SSDDD",
    "announce_limits_by": "DSDDD",
    "suspended_by": "SSDDD",
    "disputes_decided_by": "SSDSD",
    "correction_second_from": "DDDDD",
    "error_figures_read_by": "DDDDD",
    "pace_by_person": "DDDDD",
    "presence": "RDDDD",
    "attest_from": "DDDDD",
    "comunale_given_by": "DDDDD",
    "given_pin_delay": "DDDDD",
    "rulings": "DDDDD",
    "remedies": "SDDDD",
    "malfunction_voids": "DDDDS",
    "art3_first_card_window": "RDDDD",
    "art5_mid_coup": "RDDDD",
    "art5_cut_in_blank": "RDDDD",
    "art8_unseen_excess": "RDDDD",
    "bank": "DDDDD",
    "bank_close": "DDDDD",
    "bank_presence": "DDDDD",
    "pieces": "DDDDD",
    "opener_minimum": "DDDDD",
    "difference_report": "DDDDD",
    "difference_direzione": "DDDDD",
    "float_low": "DDDDD",
    "movement_minutes": "DDDDD",
    "closing_minutes": "DDDDD",
    "deal_minutes_max": "DDDDD",
    "loss_of_table": "DDDDD",
    "win_of_guest": "DDDDD",
    # Rules without a key.
    "min_last_coup_cards.counted": "RDDDD",  # the seven cards: the remaining ones with those of the hand
    "dealing.order": "SSSSD",
    "reader.in_action": "RDDDD",  # the highest sum: in action, not as laid
    "reader.nobody": "SDDDD",
    "button.order": "RDDDD",  # the order of the players: by number
    "button.begins": "RDDDD",  # the beginning of the game: of the session
    "regola": "SRSSS",  # a third card is an obligation, where a document speaks of a right
    "regola.points": "SDRSS",  # decades are dropped, ten is nothing
    "regola.punto_stood": "RDDRS",  # what Banco does where the printed rows name third cards only
    "limits": "DSDSD",
    "limits_decided_by.from": "RDDDD",  # at any moment: from the next coup
    "announce_limits_by.until": "DRDDD",
    "suspended_by.direzione": "RDDDD",  # decides without appeal what is not foreseen: stands above the inspector
    "suspended_by.reason": "SDDDD",
    "tie_to_one.null": "SSSSS",
    "tie_to_one.called_null": "SSDDD",
    "chips.from_hand": "DDDSD",
    "unforeseen": "SDDRD",
    "remedies.first": "RDDDD",  # a card too many is the first one of its hand
    "remedies.stuck": "SDDDD",
    "remedies.burned": "RDDDD",  # the cards that came out: those that stuck
    "remedies.unclear": "SDDDD",
    "remedies.clear": "RDDDD",  # clearly rebuilt: the same hands
    "remedies.elsewhere": "RDDDD",  # annulled by analogy where no annulment is named
    "announced_wrongly": "SDDDD",
    "general": "DDDDD",  # the general regulations are not among the five
    "cut_card.complete": "RDDDD",
    "cut_card.waiting": "RDDDD",
    "cut_card.call_waits": "RDDDD",  # as it comes out: as soon as it is known for which coup
    "cut_card.empty": "DDDDD",
    "min_last_coup_cards.announced": "RDDDD",
    "worn": "SDDDD",
    "worn.same": "RDDDD",
    "worn.decks": "SDDDD",
    "closing": "SDSDD",
    "closing.called": "SDDDD",
    "dealing.third_open": "RDDDD",  # Banco’s depends on it
    "reader.cloth": "SDDDD",
    "reader.standing": "SDDDD",
    "reader.claims": "SDDDD",
    "reader.gestures": "SDDDD",
    "reader.battuta": "SDDDD",
    "reader.order": "SDDDD",
    "reader.banco_first": "RDDDD",
    "reader.no_effect": "RDDDD",
    "reader.passed_on": "DDDDD",
    "reader.dealer_completes": "DDDDD",
    "button.put_right": "DDDDD",
    "announced": "SDDSD",
    "regola.same": "RRRRD",  # that the game is the same everywhere
    "regola.table": "SSSSS",
    "regola.figures": "RDDDD",  # ten in the table, nothing in the premise
    "regola.three_after_nine": "DDDDD",
    "stakes_per_position.raised": "RDDDD",
    "stakes.individual": "SDDDD",
    "stakes.late": "DDDDD",
    "limits.binding": "SSSSS",
    "limits.of_bettor": "DSDDD",  # who “can never exceed them, not even through others”
    "over_max.whatever": "DRDDD",  # the difference goes back: also of a stake that loses
    "chips.laid": "SDDSD",
    "chips.smallest": "DDDDD",
    "currency.changed": "DDDSD",
    "seats": "SDDDD",
    "seats.marked": "SDDDD",
    "seats.marked_free": "RDDDD",  # nobody sits there: nor stands
    "seats.mark_lasts": "DDDDD",
    "seats.lost": "SDDDD",
    "seats.standing": "SDDSD",  # “am Tisch sitzend oder stehend”
    "tips": "DDDSD",
    "uncollected": "SDDDD",
    "uncollected.out": "RDDDD",
    "tie_to_one.left": "DDDSD",  # unchanged, and at the player's disposal
    "disputes_decided_by.over": "SDDDD",
    "corrections.by_two": "DDDDD",
    "presence.premise": "SDDDD",
    "rulings.money": "RDDDD",
    "amended": "SDDDD",
    "amended.from": "DDDDD",
    "remedies.early": "RDDDD",
    "remedies.seen": "SDDDD",
    "remedies.seen_by": "RDDDD",
    "remedies.called": "SDDDD",
    "remedies.visible": "SDDDD",
    "remedies.came_out_open": "RDDDD",
    "remedies.known": "RDDDD",
    "remedies.turned": "SDDDD",
    "remedies.nobody_stakes": "DDDDD",
    "remedies.inverted": "SDDDD",
    "remedies.number": "SDDDD",
    "remedies.undue": "SDDDD",
    "remedies.clear_stays": "RDDDD",
    "malfunction_voids.link": "DDDDS",
}


@every_row("profile", HOUSES.values())
@every_row("key", KEYS)
def test_every_key_has_its_mark_in_every_house(profile: Profile, key: str) -> None:
    assert not marked(profile, key).own, f"mark {key} beside its value in table/rules/houses.py"


def test_every_topic_of_the_game_is_typed_here() -> None:
    assert set(PRINTED) == TOPICS - (set(OF_SABOT) - set(KEYS))


@every_row("topic", [*KEYS, *(topic for topic in PRINTED if topic not in KEYS)])
def test_the_marks_are_those_of_the_documents(topic: str) -> None:
    assert topic in PRINTED, f"type the marks of {topic} from the documents"
    assert [marked(house, topic).mark.said for house in FIVE if topic in MARKS[house.key]] == [
        LETTERS[letter] for house, letter in zip(FIVE, PRINTED[topic], strict=True) if topic in MARKS[house.key]
    ]
    assert all(topic in MARKS[house.key] or letter == "D" for house, letter in zip(FIVE, PRINTED[topic], strict=True))


@pytest.mark.parametrize("key", MARKS)
def test_a_default_names_no_article_and_a_reading_of_a_key_has_another_value(key: str) -> None:
    for topic, mark in MARKS[key].items():
        assert mark.said != Said.DEFAULT or mark == SILENT
        if mark.said == Said.READING and mark.other is not None and topic in KEYS:
            assert getattr(derive(HOUSES[key], key="other", **{topic: mark.other}), topic) != getattr(
                HOUSES[key], topic
            )


def test_the_articles_are_cited_in_the_super_punto_banco_alone() -> None:
    assert all((mark.article != "") is (mark.said != Said.DEFAULT) for mark in MARKS[VENEZIA.key].values())
    assert {mark.article for house in FIVE[1:] for mark in MARKS[house.key].values()} == {""}


OWN = derive(VENEZIA, key="own", source="My own", decks=8)
SPB, REGOLE = VENEZIA.source, CLASSICO.source
ARTICLE_2 = Marked(says("Art. 2"), VENEZIA.source, inherited=True)
LEX = Marked(reads("Art. 6, 7, 8", other="lex_specialis"), VENEZIA.source)
OF_NOBODY = Marked(SILENT, VENEZIA.source, own=True)


@every_row(
    ("profile", "topic", "mark"),
    [
        (VENEZIA, "min_last_coup_cards", Marked(says("Art. 5"), SPB)),
        (VENEZIA, "banco_payout", Marked(SILENT, SPB)),
        (OWN, "min_last_coup_cards", Marked(says("Art. 5"), SPB, inherited=True)),
        (OWN, "unforeseen", Marked(says("Art. 16"), SPB, inherited=True)),
        (OWN, "decks", Marked(SILENT, "My own", own=True)),
        (OWN, "banco_payout", Marked(SILENT, SPB, inherited=True)),
        (derive(VENEZIA, key="burns", remedies="annul_and_burn"), "remedies", OF_NOBODY),
        (derive(OWN, key="burns", remedies="annul_and_burn"), "remedies.stuck", ARTICLE_2),
        (derive(VENEZIA, key=VENEZIA.key, decks=8), "decks", OF_NOBODY),
        (derive(VENEZIA, key="own", presence="always_both"), "presence", LEX),
        (derive(VENEZIA, key="own", presence="ispettore_gioco"), "presence", OF_NOBODY),
        (CLASSICO_COPERTO, "dealing", Marked(says(), REGOLE)),
        (CLASSICO_COPERTO, "decks", Marked(reads(other=8), REGOLE)),
        (derive(CLASSICO, key="eight", decks=8), "decks", Marked(reads(other=6), REGOLE)),
        (derive(CLASSICO_COPERTO, key="own", source="My own"), "printed_odds", Marked(says(), REGOLE, inherited=True)),
        (derive(VENEZIA, key="stray", derived_from="nobody"), "min_last_coup_cards", OF_NOBODY),
    ],
)  # fmt: skip
def test_a_mark_holds_where_the_value_is_unchanged_or_that_of_the_other_reading(
    profile: Profile, topic: str, mark: Marked
) -> None:
    assert marked(profile, topic) == mark
