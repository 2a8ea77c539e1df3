"""Super Punto Banco, the printed table of the Regola."""

from tests.law.sentence import Sentences, reading, stated

SENTENCES: Sentences = {
    "Tabella della Regola": (
        stated(
            "Punto with 0 to 5 gets a card.",
            "test_punto_draws_up_to_five",
            "tabella_eight_hands",
        ),
        stated(
            "Punto with 6 or 7 gets none.",
            "test_punto_draws_up_to_five",
            "test_after_no_carta_banco_draws_up_to_five",
        ),
        stated(
            "With 8 or 9 on either side neither gets one.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            "test_a_natural_banco_draws_on_nothing",
        ),
        stated(
            "Banco with 0 to 2 gets a card; with 3 not on an 8 of Punto; with 4 not on 1, 8, 9 or 10; with 5 on 4 to "
            "7; with 6 on 6 or 7; with 7 never.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_the_table_of_the_regola_is_the_printed_one",
            "tabella_eight_hands",
        ),
        reading(
            "Where its row names third cards of Punto only and Punto stood, Banco draws up to 5.",
            "premessa_punto_stands_banco_draws",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
        ),
        stated(
            "Nine is the most there is, and the higher points win.",
            "test_the_higher_points_win_and_nine_beats_eight",
            "test_the_tens_of_the_sum_are_dropped",
        ),
        reading(
            "Figures are called ten here and nothing in the premise: without the tens that is the same.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
        ),
    ),
}
