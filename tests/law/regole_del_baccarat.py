"""Regole del baccarat, sentence by sentence."""

from table.rules.topics.sources import REGOLE_DEL_BACCARAT
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, elsewhere, ruled_by, stated

ruled = ruled_by(REGOLE_DEL_BACCARAT)

SENTENCES: Sentences = {
    "Stakes": (
        ruled(
            "Six or eight decks are used as a rule; the table has six.",
            "test_the_sixain_has_312_cards_and_eight_decks_416",
            "test_a_house_plays_with_its_own_number_of_decks_and_no_other",
            "test_decks_with_which_nobody_plays_are_refused_with_a_sentence",
            topic="decks",
            broken=breaks("table/rules/shoe.py", "return decks * DECK_CARDS", "return decks * 51"),
        ),
        stated(
            "Each player has two boxes, one for Punto and one for Banco.",
            "test_every_house_has_a_box_for_each_bet_before_each_position",
            "test_the_felt_has_the_boxes_and_positions_of_its_house",
            broken=breaks(
                "table/rules/profile.py",
                "return (Box.PUNTO, Box.BANCO, Box.EGALITE,",
                "return (Box.PUNTO, Box.EGALITE,",
            ),
        ),
        ruled(
            "There is a sector of its own for stakes on the tie (Egalité).",
            "test_every_house_plays_by_its_own_document",
            "test_the_felt_has_the_boxes_and_positions_of_its_house",
            "test_the_layout_has_punto_banco_and_egalite_and_online_six_side_bets",
            topic="egalite",
            broken=breaks(
                "table/rules/houses.py", 'egalite="shared"', 'egalite="per_position"', after="CLASSICO = Profile("
            ),
        ),
        ruled(
            "The player decides where to stake before cards are served, and after that nothing more.",
            "classico_open_cards",
            "test_after_rien_ne_va_plus_a_stake_goes_back",
            topic="closing",
            broken=breaks("table/verbs/betting.py", "phases=(Phase.BETTING,)", "phases=tuple(Phase)"),
        ),
        ruled(
            "The player decides how much, between the minimum and the maximum of the table.",
            "test_one_chip_below_the_minimum_or_above_the_maximum_is_refused",
            "test_exactly_the_minimum_and_exactly_the_maximum_are_accepted",
            topic="limits.binding",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid >= allowed.minimum,\n        Code.MIN",
                "stake.laid > 0,\n        Code.MIN",
            ),
        ),
    ),
    "Cards": (
        ruled(
            "The dealer draws four cards: the first and the third for Punto, the second and the fourth for Banco.",
            "classico_open_cards",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            topic="dealing.order",
            broken=breaks(
                "table/rules/regola.py",
                "return Side.BANCO if served % 2 else Side.PUNTO",
                "return Side.PUNTO if served % 2 else Side.BANCO",
            ),
        ),
        stated(
            "Cards count their number, figures and tens nothing.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            broken=breaks("table/rules/cards.py", '"J": 0', '"J": 1'),
        ),
        stated(
            "Nine is the most there is, and a sum is always 0 to 9.",
            "test_the_tens_of_the_sum_are_dropped",
            broken=breaks("table/rules/cards.py", "return total % POINT_VALUES", "return total % 11"),
        ),
        ruled(
            "The values are added and ten is taken off as often as it goes; of a sum of exactly ten nothing stays.",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
            broken=breaks(
                "table/rules/cards.py",
                "return total % POINT_VALUES",
                "return total if total == 10 else total % POINT_VALUES",
            ),
        ),
        elsewhere(
            "An example of a sum: four and eight make two.",
            "An example of a rule above.",
        ),
        stated(
            "A third card may go to Punto, to Banco or to both.",
            "classico_open_cards",
            "test_after_puntos_third_card_banco_follows_the_table",
            broken=breaks(
                "table/rules/regola.py",
                "_AFTER_STANDING[banco] if punto_third is None else",
                "_AFTER_STANDING[banco] if punto_third is None or 1 else",
            ),
        ),
        stated(
            "Eight or nine on the first two cards stops both sides.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            broken=breaks("table/rules/regola.py", "NATURAL = 8\n", "NATURAL = 9\n"),
        ),
        stated(
            "Punto acts first: its points say whether it draws.",
            "test_after_carta_punto_is_served_first",
            "test_a_card_is_excess_only_when_nothing_is_due_before_it",
            broken=breaks("table/rules/regola.py", "return Side.PUNTO\n    third =", "return Side.BANCO\n    third ="),
        ),
        stated(
            "Punto draws with 0 to 5 and stands with 6 to 9.",
            "test_the_reader_has_no_choice",
            "test_punto_draws_up_to_five",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 6"),
        ),
        stated(
            "Banco draws with 0 to 2 and stands with 7 to 9.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_a_natural_banco_draws_on_nothing",
            broken=breaks("table/rules/regola.py", '    "R RRRRRRRRRR",\n', '    "R RRRRRRRRRT",\n'),
        ),
        ruled(
            "With 3 to 6 it follows the printed table, as Punto has played.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", '"T RRTTTTTTRR"', '"T RTTTTTTTRR"'),
        ),
        ruled(
            "It draws as every other house does, also where its lists leave a cell open.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.same",
            broken=breaks("table/rules/regola.py", '"R RRRRRRTTRR"', '"R RRRRRRRTRR"'),
        ),
        ruled(
            "A 9 of Punto against Banco’s 3 stands in neither list of it: Banco draws, as everywhere else.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_the_classic_rules_explain_the_card_that_neither_of_their_lists_has",
            topic="regola.three_after_nine",
            broken=breaks("table/rules/regola.py", '"T TTTTTTTTRT"', '"T TTTTTTTTRR"'),
        ),
        ruled(
            "What Banco does when Punto stood is in no line of it: it draws up to five.",
            "classico_open_cards",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
            broken=breaks("table/rules/regola.py", '"T RRRRTTTTRR"', '"R RRRRTTTTRR"'),
        ),
    ),
    "Payment": (
        stated(
            "The higher points win.",
            "test_the_higher_points_win_and_nine_beats_eight",
            broken=breaks(
                "table/rules/regola.py",
                "return Result.PUNTO if punto > banco else",
                "return Result.PUNTO if punto < banco else",
            ),
        ),
        stated(
            "Punto is paid one to one.",
            "test_punto_is_paid_even_money_and_an_egalite_that_did_not_come_is_lost",
            broken=breaks(
                "table/rules/payout.py",
                "    return _banco_rate(profile, shown) if box is Box.BANCO else EVEN",
                "    return _banco_rate(profile, shown) if box is Box.BANCO else HALF",
            ),
        ),
        ruled(
            "Banco is paid nineteen to twenty: even money less five per cent.",
            "classico_open_cards",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
            broken=breaks("table/rules/payout.py", "commission=5)", "commission=4)"),
        ),
        ruled(
            "So it is printed: to one, the commission taken off.",
            "test_every_house_plays_by_its_own_document",
            "test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called",
            "test_the_rates_of_the_layout",
            topic="printed_odds",
            broken=breaks(
                "table/rules/houses.py", 'printed_odds="net"', 'printed_odds="gross"', after="CLASSICO = Profile("
            ),
        ),
        ruled(
            "A tie is usually paid eight to one.",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one",
            broken=breaks("table/rules/payout.py", "Rate(100 * profile.tie_to_one)", "Rate(90 * profile.tie_to_one)"),
        ),
        ruled(
            "On a tie every stake on Punto or Banco goes back to its player.",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            "test_a_tie_gives_main_stakes_back_and_nothing_else",
            topic="tie_to_one.null",
            broken=breaks("table/rules/payout.py", "        return GIVEN_BACK\n    if", "        return LOST\n    if"),
        ),
    ),
    "Covered cards": (
        ruled(
            "In some casinos the cards are dealt face down: a house of its own.",
            "test_every_house_plays_by_its_own_document",
            "classico_covered_cards",
            "test_the_covered_classico_is_the_classico_dealt_face_down_and_read_and_nothing_else",
            topic="dealing",
            broken=breaks(
                "table/rules/houses.py",
                'dealing="face_down",\n    reader="highest_punto",\n',
                "",
                after="CLASSICO_COPERTO = derive(",
            ),
        ),
        ruled(
            "There one of the players takes them up, usually the one with the highest stake.",
            "test_the_highest_punto_stake_reads",
            "classico_covered_cards",
            "test_without_a_button_the_order_begins_at_the_first_position",
            topic="reader",
            broken=breaks(
                "table/rules/reading.py",
                "key=lambda bettor: (-bettor.in_action,",
                "key=lambda bettor: (bettor.in_action,",
            ),
        ),
        ruled(
            "That a player takes them up is read as: the player reads them, on the cloth.",
            "test_how_cards_are_read_is_stated_by_the_super_punto_banco_alone",
            topic="reader.cloth",
            broken=breaks("table/rules/houses.py", '    "reader.cloth": reads(),\n', ""),
        ),
        ruled(
            "The player who reads calls for a card or not, always bound to the rules.",
            "classico_covered_cards",
            "test_the_reader_has_no_choice",
            topic="reader.claims",
            broken=breaks(
                "table/rules/regola.py", "Claim.CARTA if punto <= MOST_TO_DRAW", "Claim.CARTA if punto < MOST_TO_DRAW"
            ),
        ),
        ruled(
            "Nobody at all has a choice about a third card.",
            "classico_open_cards",
            "test_on_open_cards_the_regola_alone_says_who_is_due",
            topic="regola",
            broken=breaks("table/rules/regola.py", "return Side.PUNTO\n    third =", "return None\n    third ="),
        ),
    ),
}
