"""Super Punto Banco, the printed table of the Regola."""

from table.rules.topics.sources import SUPER_PUNTO_BANCO
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, ruled_by, stated

ruled = ruled_by(SUPER_PUNTO_BANCO)

SENTENCES: Sentences = {
    "Tabella della Regola": (
        ruled(
            "Punto with 0 to 5 gets a card.",
            "test_punto_draws_up_to_five",
            "tabella_eight_hands",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 4"),
        ),
        ruled(
            "Punto with 6 or 7 gets none.",
            "test_the_reader_has_no_choice",
            "test_punto_draws_up_to_five",
            "test_after_no_carta_banco_draws_up_to_five",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 6"),
        ),
        ruled(
            "With 8 or 9 on either side neither gets one.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            "test_a_natural_banco_draws_on_nothing",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", "NATURAL = 8\n", "NATURAL = 9\n"),
        ),
        ruled(
            "Banco with 0 to 2 gets a card; with 3 not on an 8 of Punto; with 4 not on 1, 8, 9 or 10; with 5 on 4 to "
            "7; with 6 on 6 or 7; with 7 never.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_the_table_of_the_regola_is_the_printed_one",
            "tabella_eight_hands",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", '"T TTTTTTTTRT"', '"T TTTTTTTTTT"'),
        ),
        ruled(
            "Where its row names third cards of Punto only and Punto stood, Banco draws up to 5.",
            "premessa_punto_stands_banco_draws",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
            broken=breaks("table/rules/regola.py", '"T RRRRTTTTRR"', '"R RRRRTTTTRR"'),
        ),
        stated(
            "Nine is the most there is, and the higher points win.",
            "test_the_higher_points_win_and_nine_beats_eight",
            "test_the_tens_of_the_sum_are_dropped",
            broken=breaks(
                "table/rules/regola.py",
                "return Result.PUNTO if punto > banco else",
                "return Result.PUNTO if punto < banco else",
            ),
        ),
        ruled(
            "Figures are called ten here and nothing in the premise: without the tens that is the same.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            topic="regola.figures",
            broken=breaks("table/rules/cards.py", '"J": 0', '"J": 1'),
        ),
    ),
}
