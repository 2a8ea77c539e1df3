"""Punto y Banco, Malta, sentence by sentence."""

from table.rules.topics.sources import PUNTO_Y_BANCO
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, elsewhere, reading, ruled_by, stated

ruled = ruled_by(PUNTO_Y_BANCO)

SENTENCES: Sentences = {
    "The game": (
        elsewhere(
            "The game is the one known as Baccarat.",
            "A name, and no rule.",
        ),
        stated(
            "Every card counts its number, figures and ten nothing.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            broken=breaks("table/rules/cards.py", '"J": 0', '"J": 1'),
        ),
        stated(
            "One may stake on Punto or on Banco as one likes.",
            "malta_half_on_six",
            "test_every_house_has_its_own_slots",
            broken=breaks(
                "table/rules/payout.py",
                "    return _banco_rate(profile, shown) if box is Box.BANCO else EVEN",
                "    return _banco_rate(profile, shown) if box is Box.BANCO else HALF",
            ),
        ),
        stated(
            "The points nearest to nine win.",
            "test_the_higher_points_win_and_nine_beats_eight",
            "test_the_tens_of_the_sum_are_dropped",
            broken=breaks(
                "table/rules/regola.py",
                "return Result.PUNTO if punto > banco else",
                "return Result.PUNTO if punto < banco else",
            ),
        ),
        ruled(
            "Four cards are drawn: the first for Punto, the second for Banco, the third for Punto, the fourth for "
            "Banco.",
            "malta_half_on_six",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            topic="dealing.order",
            broken=breaks(
                "table/rules/regola.py",
                "return Side.BANCO if served % 2 else Side.PUNTO",
                "return Side.PUNTO if served % 2 else Side.BANCO",
            ),
        ),
        ruled(
            "Whether they lie open is not said: they are dealt face up, and nobody reads.",
            "malta_half_on_six",
            "test_where_cards_are_dealt_open_nobody_reads",
            topic="dealing",
            broken=breaks(
                "table/rules/houses.py",
                "source=PUNTO_Y_BANCO,",
                'source=PUNTO_Y_BANCO,\n    dealing="face_down",\n    reader="highest_punto",',
                after="MALTA = Profile(",
            ),
        ),
        stated(
            "Eight or nine on two cards: no third card for either side, and that side wins.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            "test_the_higher_points_win_and_nine_beats_eight",
            broken=breaks("table/rules/regola.py", "NATURAL = 8\n", "NATURAL = 9\n"),
        ),
        reading(
            "If both have one, nine beats eight.",
            "test_the_higher_points_win_and_nine_beats_eight",
            broken=breaks(
                "table/rules/regola.py",
                "return Result.PUNTO if punto > banco else",
                "return Result.PUNTO if punto < banco else",
            ),
        ),
        stated(
            "Without it the game goes on.",
            "malta_half_on_six",
            "test_a_coup_is_complete_when_no_card_is_due",
            broken=breaks("table/rules/regola.py", "return Side.PUNTO\n    third =", "return None\n    third ="),
        ),
    ),
    "Third cards": (
        stated(
            "Punto with 0 to 5 has a right to a third card, with 6 or 7 it has none.",
            "test_the_reader_has_no_choice",
            "test_punto_draws_up_to_five",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 4"),
        ),
        stated(
            "Banco with 0, 1 or 2 always has that right, with 7 never.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            broken=breaks("table/rules/regola.py", '    "R RRRRRRRRRR",\n', '    "R RRRRRRRRRT",\n'),
        ),
        ruled(
            "In all other cases Banco follows the printed table of its points and of Punto’s third card.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_the_table_of_the_regola_is_the_printed_one",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", '"R RRRRRRTTRR"', '"R RRRRRRRTRR"'),
        ),
        ruled(
            "A right to a card is an obligation to take it, and its lack to stand.",
            "test_on_open_cards_the_regola_alone_says_who_is_due",
            "test_the_reader_has_no_choice",
            topic="regola",
            broken=breaks("table/rules/regola.py", "return Side.PUNTO\n    third =", "return None\n    third ="),
        ),
        ruled(
            "It draws as every other house does: the game is the known one.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.same",
            broken=breaks("table/rules/regola.py", '"T RRTTTTTTRR"', '"T RTTTTTTTRR"'),
        ),
        ruled(
            "The table asks for a third card of Punto: where Punto stood Banco draws up to five.",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
            broken=breaks("table/rules/regola.py", '"T RRRRTTTTRR"', '"R RRRRTTTTRR"'),
        ),
    ),
    "Payment": (
        ruled(
            "On equal points the coup is null: nobody wins or loses on Punto and Banco.",
            "malta_half_on_six",
            "test_punto_and_banco_never_both_win_and_a_tie_pays_neither",
            topic="tie_to_one.null",
            broken=breaks("table/rules/payout.py", "        return GIVEN_BACK\n    if", "        return LOST\n    if"),
        ),
        ruled(
            "Such a coup is called null.",
            "test_the_announcement_names_the_box_that_wins_and_a_tie_as_the_house_calls_it",
            topic="tie_to_one.called_null",
            broken=breaks("table/rules/houses.py", 'ending = "colpo nullo" if', 'ending = "Egalité" if'),
        ),
        stated(
            "Wins on Punto and on Banco are paid even money.",
            "malta_half_on_six",
            "test_banco_is_paid_half_when_it_wins_with_six_of_two_cards_or_of_three_and_all_else_evenly",
            broken=breaks("table/rules/payout.py", "if shown.banco == 6 else EVEN", "if shown.banco == 6 else HALF"),
        ),
        ruled(
            "Banco is paid half when it wins with six; by the letter all its wins would be but those with six.",
            "malta_half_on_six",
            "test_banco_is_paid_half_when_it_wins_with_six_of_two_cards_or_of_three_and_all_else_evenly",
            topic="banco_payout",
            broken=breaks(
                "table/rules/payout.py", "return HALF if shown.banco == 6", "return HALF if shown.banco == 5"
            ),
        ),
        ruled(
            "Parità can be staked on too, and is paid eight to one.",
            "malta_half_on_six",
            "test_the_sign_shows_what_this_very_table_pays_and_the_version_of_its_rules",
            topic="tie_to_one",
            broken=breaks("table/rules/payout.py", "Rate(100 * profile.tie_to_one)", "Rate(90 * profile.tie_to_one)"),
        ),
        ruled(
            "But only after a stake on Punto or Banco.",
            "malta_half_on_six",
            "test_in_malta_a_tie_needs_a_stake_on_punto_or_banco_of_the_same_bettor",
            "test_in_malta_the_main_stake_stays_while_the_tie_stands",
            "test_in_malta_no_tie_is_in_action_whose_main_stake_went_back",
            topic="tie_requires_main",
            broken=breaks(
                "table/rules/houses.py", "tie_requires_main=True", "tie_requires_main=False", after="MALTA = Profile("
            ),
        ),
    ),
    "Minimum and maximum": (
        ruled(
            "A sign at each table shows minimum and maximum.",
            "test_what_a_sign_says_can_be_read_at_five_metres_and_its_roads_too",
            "test_new_limits_stand_beside_the_old_ones_and_are_called_fresh_in_their_first_coup",
            topic="limits",
            broken=breaks(
                "table/verbs/house/supervision.py", "announce_limits_by else NEXT\n", "announce_limits_by else NOW\n"
            ),
        ),
        ruled(
            "They bind the player, who may never go beyond them.",
            "malta_half_on_six",
            "test_one_chip_below_the_minimum_or_above_the_maximum_is_refused",
            "test_the_sign_says_what_is_binding_over_the_maximum",
            topic="limits.binding",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid >= allowed.minimum,\n        Code.MIN",
                "stake.laid > 0,\n        Code.MIN",
            ),
        ),
        ruled(
            "Not even through other persons.",
            "test_the_maximum_is_of_one_bettor_on_one_box_over_all_positions_and_through_third_parties",
            "test_chips_that_are_anothers_count_towards_their_maximum_and_the_last_keyed_go_back_first",
            topic="limits.of_bettor",
            broken=breaks(
                "table/rules/stakes.py", "        total <= allowed.maximum,", "        stake.laid <= allowed.maximum,"
            ),
        ),
        ruled(
            "What was won above the maximum is not paid, and the stake above it goes back.",
            "malta_over_the_maximum",
            "test_over_the_maximum_the_maximum_is_in_action_and_the_rest_goes_back",
            topic="over_max",
            broken=breaks("table/rules/stakes.py", "min(valid, allowed.maximum - room[bettor])", "valid"),
        ),
        ruled(
            "It goes back also when the stake loses.",
            "test_over_the_maximum_the_excess_goes_back_whether_the_stake_wins_loses_or_stands",
            topic="over_max.whatever",
            broken=breaks(
                "table/rules/payout.py",
                "        if stake.excess:\n",
                "        if stake.excess and rates[stake.stake.box] is not LOST:\n",
            ),
        ),
    ),
    "The Direzione": (
        ruled(
            "The Direzione may change minimum and maximum, on the same day too.",
            "malta_half_on_six",
            "test_in_malta_the_direzione_decides_and_the_capo_tavolo_announces",
            topic="limits_decided_by",
            broken=breaks(
                "table/rules/houses.py",
                "limits_decided_by=Role.DIREZIONE",
                "limits_decided_by=Role.ISPETTORE_GIOCO",
                after="MALTA = Profile(",
            ),
        ),
        ruled(
            "The Capo Tavolo tells the players aloud and has the sign changed.",
            "malta_half_on_six",
            "test_limits_of_malta_wait_until_the_capo_tavolo_has_announced_them",
            "test_limits_that_were_not_announced_yet_are_on_no_public_screen",
            topic="announce_limits_by",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "state = UNANNOUNCED if profile.announce_limits_by else NEXT",
                "state = NEXT",
            ),
        ),
        ruled(
            "Until the Capo Tavolo has done so the old limits hold.",
            "malta_half_on_six",
            "test_limits_of_malta_wait_until_they_are_announced",
            topic="announce_limits_by.until",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "state = UNANNOUNCED if profile.announce_limits_by else NEXT",
                "state = NEXT",
            ),
        ),
        ruled(
            "The Direzione may suspend the game at any moment of the day.",
            "malta_half_on_six",
            "test_limits_and_suspension_are_offered_to_who_decides_them_in_the_house",
            topic="suspended_by",
            broken=breaks(
                "table/rules/houses.py",
                "suspended_by=Role.DIREZIONE",
                "suspended_by=Role.ISPETTORE_GIOCO",
                after="MALTA = Profile(",
            ),
        ),
        ruled(
            "Disputes about the game are decided by the Direzione Giochi, and nobody appeals.",
            "art_10_disputes_malta",
            "test_it_is_decided_by_the_office_that_the_house_names",
            topic="disputes_decided_by",
            broken=breaks(
                "table/rules/houses.py",
                "disputes_decided_by=Role.DIREZIONE",
                "disputes_decided_by=Role.ISPETTORE_GIOCO",
                after="MALTA = Profile(",
            ),
        ),
    ),
}
