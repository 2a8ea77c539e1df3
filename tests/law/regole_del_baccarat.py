"""Regole del baccarat, sentence by sentence."""

from tests.law.sentence import Sentences, default, elsewhere, reading, stated

SENTENCES: Sentences = {
    "Stakes": (
        stated(
            "Six or eight decks are used.",
            "test_the_sixain_has_312_cards_and_eight_decks_416",
            "test_a_house_plays_with_its_own_number_of_decks_and_no_other",
            "test_decks_with_which_nobody_plays_are_refused_with_a_sentence",
            topic="decks",
        ),
        stated(
            "Each player has two boxes before him, one for Punto and one for Banco.",
            "test_every_house_has_a_box_for_each_bet_before_each_position",
            "test_the_felt_has_the_boxes_and_positions_of_its_house",
        ),
        stated(
            "There is a sector of its own for stakes on the tie (Egalité).",
            "test_the_felt_has_the_boxes_and_positions_of_its_house",
            "test_the_layout_has_punto_banco_and_egalite_and_online_six_side_bets",
            topic="egalite",
        ),
        stated(
            "The player decides where he stakes before cards are served, and after that nothing more.",
            "classico_open_cards",
            "test_after_rien_ne_va_plus_a_stake_goes_back",
        ),
        stated(
            "He decides how much, between the minimum and the maximum of the table.",
            "test_one_chip_below_the_minimum_or_above_the_maximum_is_refused",
            "test_exactly_the_minimum_and_exactly_the_maximum_are_accepted",
        ),
    ),
    "Cards": (
        stated(
            "The dealer draws four cards: the first and the third for Punto, the second and the fourth for Banco.",
            "classico_open_cards",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            topic="dealing.order",
        ),
        stated(
            "Cards count their number, figures and tens nothing.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
        ),
        stated(
            "Nine is the most there is, and a sum is always 0 to 9.",
            "test_the_tens_of_the_sum_are_dropped",
        ),
        reading(
            "The values are added and ten is taken off as often as it goes; of a sum of exactly ten nothing stays.",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
        ),
        stated(
            "A third card may go to Punto, to Banco or to both.",
            "classico_open_cards",
            "test_after_puntos_third_card_banco_follows_the_table",
        ),
        stated(
            "Eight or nine on the first two cards stops both sides.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
        ),
        stated(
            "Punto acts first: its points say whether it draws.",
            "test_after_carta_punto_is_served_first",
            "test_a_card_is_excess_only_when_nothing_is_due_before_it",
        ),
        stated(
            "Punto draws with 0 to 5 and stands with 6 to 9.",
            "test_punto_draws_up_to_five",
        ),
        stated(
            "Banco draws with 0 to 2 and stands with 7 to 9.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_a_natural_banco_draws_on_nothing",
        ),
        stated(
            "With 3 to 6 it follows the printed table, as Punto has played.",
            "test_banco_draws_on_puntos_third_card_as_printed",
        ),
        default(
            "A 9 of Punto against Banco’s 3 stands in neither list of it: Banco draws, as everywhere else.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_the_classic_rules_explain_the_card_that_neither_of_their_lists_has",
            topic="regola.three_after_nine",
        ),
        default(
            "What Banco does when Punto stood is in no line of it: it draws up to five.",
            "classico_open_cards",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
        ),
    ),
    "Payment": (
        stated(
            "The higher points win.",
            "test_the_higher_points_win_and_nine_beats_eight",
        ),
        stated(
            "Punto is paid one to one.",
            "test_punto_is_paid_even_money_and_an_egalite_that_did_not_come_is_lost",
        ),
        stated(
            "Banco is paid nineteen to twenty: even money less five per cent.",
            "classico_open_cards",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
        ),
        stated(
            "So it is printed: to one, the commission taken off.",
            "test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called",
            "test_the_rates_of_the_layout",
            topic="printed_odds",
        ),
        stated(
            "A tie is usually paid eight to one.",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one",
        ),
        stated(
            "On a tie every stake on Punto or Banco goes back to its player.",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            "test_a_tie_gives_main_stakes_back_and_nothing_else",
            topic="tie_to_one.null",
        ),
    ),
    "Covered cards": (
        stated(
            "In some casinos the cards are dealt face down: a house of its own.",
            "classico_covered_cards",
            "test_the_covered_classico_is_the_classico_dealt_face_down_and_read_and_nothing_else",
            topic="dealing",
        ),
        stated(
            "There one of the players takes them up, usually the one with the highest stake.",
            "classico_covered_cards",
            "test_without_a_button_the_order_begins_at_the_first_position",
            topic="reader",
        ),
        stated(
            "He calls for a card or not, always bound to the rules.",
            "classico_covered_cards",
            "test_the_reader_has_no_choice",
            topic="reader.claims",
        ),
        stated(
            "Nobody at all has a choice about a third card.",
            "classico_open_cards",
            "test_on_open_cards_the_regola_alone_says_who_is_due",
            topic="regola",
        ),
        elsewhere(
            "An example of a sum: four and eight make two.",
            "An example of a rule above.",
        ),
    ),
}
