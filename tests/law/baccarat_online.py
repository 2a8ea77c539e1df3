"""Baccarat online, sentence by sentence."""

from table.rules.topics.sources import BACCARAT_ONLINE
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, elsewhere, reading, ruled_by, stated

ruled = ruled_by(BACCARAT_ONLINE)

SENTENCES: Sentences = {
    "The screen": (
        stated(
            "A chip is chosen by a click, laid by a click on a box, and taken off with the other button.",
            "test_online_a_player_plays_by_mouse_and_by_key",
            unbroken="what it says is seen in a browser alone, and no browser is started for each mutant",
        ),
        stated(
            "Chips may lie on several boxes at once, and each click adds one.",
            "test_online_a_player_plays_by_mouse_and_by_key",
            unbroken="what it says is seen in a browser alone, and no browser is started for each mutant",
        ),
        stated(
            "Buttons to deal, to begin anew, to repeat the last stakes and to clear them.",
            "test_online_a_player_plays_by_mouse_and_by_key",
            "test_online_what_was_staked_last_is_laid_again_without_a_script_too",
            "test_online_the_table_has_every_button_and_tool_of_the_document_under_its_name",
            broken=breaks(
                "table/online/playing.py", "game.stakes.items()} if game else {}", "game.stakes.items() if not game}"
            ),
        ),
        stated(
            "Tab goes from button to button, Enter presses, a digit selects a chip, Space repeats, Esc leaves.",
            "test_online_a_player_plays_by_mouse_and_by_key",
            "test_online_enter_selects_a_chip_and_what_never_arrived_is_not_dealt_however_late_it_comes",
            unbroken="what it says is seen in a browser alone, and no browser is started for each mutant",
        ),
        stated(
            "A menu leads to history, options and help; a cross closes the game and leads back to the tables.",
            "test_online_a_lost_link_leaves_a_hand_dealt_and_its_player_finds_it_in_the_history",
            "test_online_the_table_has_every_button_and_tool_of_the_document_under_its_name",
            "test_online_the_help_tells_rules_payments_returns_and_keys",
            unbroken="menu and cross stand in a template, and a mutant changes what is written in Python alone",
        ),
        stated(
            "The balance shows the money that can be played with.",
            "test_online_nobody_stakes_more_than_the_balance_and_the_play_money_is_set_back",
            broken=breaks("table/online/dealing.py", "        total <= player.balance,", "        True,"),
        ),
        elsewhere(
            "At the cash desk deposits are made; money is brought to the table; and there is a game for real money.",
            "Only play money is played: the buttons stand where the document has them, and say so in a sentence.",
        ),
        stated(
            "The history shows the details of the last games.",
            "test_online_the_history_keeps_the_last_fifty_games_with_cards_and_stakes",
            broken=breaks("table/online/dealing.py", "SHOWN_GAMES = 50", "SHOWN_GAMES = 40"),
        ),
        ruled(
            "Minimum and maximum of each bet depend on the player’s level, and players can look their own up.",
            "test_online_limits_follow_the_level_of_the_player_and_each_is_shown_theirs",
            topic="limit_levels",
            broken=breaks("table/online/levels.py", "if staked >= level.staked)", "if staked > 0 or not level.staked)"),
        ),
        ruled(
            "Each bet has a minimum and a maximum.",
            "test_one_chip_below_the_minimum_or_above_the_maximum_is_refused",
            topic="limits.binding",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid >= allowed.minimum,\n        Code.MIN",
                "stake.laid > 0,\n        Code.MIN",
            ),
        ),
        ruled(
            "Cards are dealt to both sides by the rules, and the result is shown.",
            "test_every_coup_is_dealt_by_the_regola_and_leaves_nothing_over",
            "test_online_a_hand_is_dealt_by_the_regola_from_the_shoe_that_was_promised",
            topic="dealing",
            broken=breaks(
                "table/online/dealing.py",
                "return lay_out(cards)._replace(excess=())",
                "return lay_out(cards[::-1])._replace(excess=())",
            ),
        ),
        ruled(
            "A malfunction voids the hand and what it won.",
            "test_online_a_hand_of_a_killed_process_is_void_at_the_restart_and_its_stakes_go_back",
            "test_online_a_hand_that_broke_in_a_house_that_stands_is_void_when_its_player_looks",
            "test_online_a_hand_that_a_killed_house_was_dealing_is_void_when_it_opens_again",
            topic="malfunction_voids",
            broken=breaks(
                "table/online/dealing.py",
                "OnlineGame.State.VOID, _paid(refund(_stakes(game, player)))",
                "OnlineGame.State.VOID, {}",
            ),
        ),
        ruled(
            "Who loses the connection in the middle of a hand finds its result in the history.",
            "test_online_a_hand_whose_link_is_cut_is_dealt_to_its_end_and_waits_in_the_history",
            "test_online_a_press_whose_answer_was_lost_is_dealt_by_now_or_never_will_be",
            "test_online_a_hand_whose_link_was_cut_waits_in_the_history_also_of_a_house_that_was_killed",
            topic="malfunction_voids.link",
            broken=breaks(
                "table/online/dealing.py", "        if game := prepared.first():", "        if game := None:"
            ),
        ),
    ),
    "Bets": (
        ruled(
            "One stakes on the hand of the player, on that of the bank, or on the tie; on several boxes at once.",
            "test_online_one_player_stakes_on_both_sides_and_on_every_side_bet",
            "test_online_both_sides_may_lie_on_one_coup_and_each_is_paid_for_itself",
            topic="both_sides",
            broken=breaks("table/rules/houses.py", "both_sides=True", "both_sides=False", after="ONLINE = Profile("),
        ),
        ruled(
            "There are six side bets besides.",
            "test_every_house_plays_by_its_own_document",
            "test_the_side_bets_are_the_six_of_baccarat_online",
            "test_online_one_player_stakes_on_both_sides_and_on_every_side_bet",
            topic="side_bets",
            broken=breaks(
                "table/rules/houses.py", "side_bets=frozenset(SIDE_BETS)", "side_bets=frozenset(list(SIDE_BETS)[1:])"
            ),
        ),
        stated(
            "The pair of the player or of the bank wins when the first two cards of that hand are any pair.",
            "test_every_side_bet_online_pays_what_its_table_of_returns_proves",
            "test_pairs_and_perfect_pairs",
            broken=breaks("table/rules/payout.py", "first.rank == third.rank", "first.rank == fourth.rank"),
        ),
        stated(
            "Either pair wins when one of the two hands begins with a pair, or both do.",
            "test_every_side_bet_online_pays_what_its_table_of_returns_proves",
            broken=breaks(
                "table/rules/payout.py",
                "shown.player_pair or shown.banker_pair",
                "shown.player_pair and shown.banker_pair",
            ),
        ),
        reading(
            "It is called “the one and the other” too: one of them is enough.",
            "test_the_printed_column_of_returns_is_what_the_online_house_pays",
            "test_only_one_reading_of_the_online_payments_gives_the_printed_return",
            broken=breaks("table/rules/payout.py", "Box.EITHER_PAIR: 600", "Box.EITHER_PAIR: 700"),
        ),
        stated(
            "The perfect pair wins when one of the hands begins with a pair of one suit.",
            "test_every_side_bet_online_pays_what_its_table_of_returns_proves",
            broken=breaks(
                "table/rules/payout.py", "first is third or second is fourth", "first is third and second is fourth"
            ),
        ),
        reading(
            "If both hands do it is paid once.",
            "test_the_printed_column_of_returns_is_what_the_online_house_pays",
            "test_only_one_reading_of_the_online_payments_gives_the_printed_return",
            "test_pairs_and_perfect_pairs",
            broken=breaks("table/rules/payout.py", "Box.PERFECT_PAIR: 2600", "Box.PERFECT_PAIR: 2700"),
        ),
        stated(
            "Grande wins when five or six cards are dealt in all, Piccolo when it is four.",
            "test_grande_is_five_or_six_cards_and_piccolo_four",
            "test_grande_and_piccolo_win_by_the_number_of_cards",
            broken=breaks("table/rules/payout.py", "return shown.cards > 4", "return shown.cards > 5"),
        ),
        stated(
            "A side bet belongs to no other bet and may lie with any of them.",
            "test_online_one_player_stakes_on_both_sides_and_on_every_side_bet",
            "test_side_bets_have_slots_and_limits_of_their_own_and_punto_and_banco_share_theirs",
            broken=breaks(
                "table/rules/stakes.py",
                "name = str(stake.box) if profile.both_sides else kind(stake.box)",
                "name = kind(stake.box)",
            ),
        ),
        ruled(
            "It may lie alone, and so may the tie.",
            "test_elsewhere_a_tie_stands_alone",
            "test_a_side_bet_stands_alone",
            topic="tie_requires_main",
            broken=breaks(
                "table/rules/stakes.py",
                "not profile.tie_requires_main or Box.EGALITE not in boxes",
                "Box.EGALITE not in boxes",
            ),
        ),
    ),
    "Cards": (
        stated(
            "The hand nearest to nine wins.",
            "test_the_higher_points_win_and_nine_beats_eight",
            broken=breaks(
                "table/rules/regola.py",
                "return Result.PUNTO if punto > banco else",
                "return Result.PUNTO if punto < banco else",
            ),
        ),
        ruled(
            "Aces count one, two to nine their number, tens and figures nothing; of a sum of two digits the last one "
            "counts.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
            broken=breaks("table/rules/cards.py", "return total % POINT_VALUES", "return total % 11"),
        ),
        stated(
            "Both sides get two cards, and one of them or both sometimes a third.",
            "test_after_puntos_third_card_banco_follows_the_table",
            broken=breaks(
                "table/rules/regola.py",
                "_AFTER_STANDING[banco] if punto_third is None else",
                "_AFTER_STANDING[banco] if punto_third is None or 1 else",
            ),
        ),
        ruled(
            "The sabot holds six decks.",
            "test_a_house_plays_with_its_own_number_of_decks_and_no_other",
            "test_the_houses_of_the_documents_play_with_six_decks_each",
            "test_a_fresh_sixain",
            topic="decks",
            broken=breaks(
                "table/rules/houses.py",
                "source=BACCARAT_ONLINE,",
                "source=BACCARAT_ONLINE,\n    decks=8,",
                after="ONLINE = Profile(",
            ),
        ),
        ruled(
            "They are shuffled for every hand.",
            "test_a_shoe_shuffled_for_every_hand_has_no_last_coup_and_every_face_six_times",
            "test_a_shoe_shuffled_for_every_hand_has_no_cut_card",
            topic="reshuffle_every_hand",
            broken=breaks(
                "table/rules/houses.py",
                "reshuffle_every_hand=True",
                "reshuffle_every_hand=False",
                after="ONLINE = Profile(",
            ),
        ),
        stated(
            "The player’s hand draws with 0 to 5 and stays with 6 or 7.",
            "test_the_reader_has_no_choice",
            "test_punto_draws_up_to_five",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 4"),
        ),
        ruled(
            "If it stays, the bank draws up to five.",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
            broken=breaks("table/rules/regola.py", '"T RRRRTTTTRR"', '"R RRRRTTTTRR"'),
        ),
        ruled(
            "If it draws, the bank follows the printed table.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", '"R RRRRRRTTRR"', '"R RRRRRRRTRR"'),
        ),
        ruled(
            "Third cards are given by these rules and not asked for.",
            "test_on_open_cards_the_regola_alone_says_who_is_due",
            topic="regola",
            broken=breaks("table/rules/regola.py", "return Side.PUNTO\n    third =", "return None\n    third ="),
        ),
        stated(
            "With eight or nine on either side both stay, whatever else is said.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            "test_a_natural_banco_draws_on_nothing",
            broken=breaks("table/rules/regola.py", "NATURAL = 8\n", "NATURAL = 9\n"),
        ),
    ),
    "Payments": (
        stated(
            "A win on the player’s hand pays twice the stake, the stake included.",
            "test_punto_is_paid_even_money_and_an_egalite_that_did_not_come_is_lost",
            "test_the_printed_column_of_returns_is_what_the_online_house_pays",
            "test_online_payments_are_told_with_the_stake_and_a_tie_is_a_push",
            broken=breaks(
                "table/rules/payout.py",
                "    return _banco_rate(profile, shown) if box is Box.BANCO else EVEN",
                "    return _banco_rate(profile, shown) if box is Box.BANCO else HALF",
            ),
        ),
        ruled(
            "A win on the bank pays twice the stake less five per cent.",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
            broken=breaks("table/rules/payout.py", "commission=5)", "commission=4)"),
        ),
        reading(
            "Five per cent of the win, and on the bank: the table of payments has its two labels the wrong way round.",
            "test_the_printed_column_of_returns_is_what_the_online_house_pays",
            "test_only_one_reading_of_the_online_payments_gives_the_printed_return",
            broken=breaks("table/rules/payout.py", "commission=5)", "commission=6)"),
        ),
        ruled(
            "The tie is printed nine to one and pays nine for one, the stake included: eight to one.",
            "test_only_one_reading_of_the_online_payments_gives_the_printed_return",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one",
            broken=breaks("table/rules/payout.py", "Rate(100 * profile.tie_to_one)", "Rate(112 * profile.tie_to_one)"),
        ),
        ruled(
            "On a tie stakes on the two hands are given back, which is shown as “Push”.",
            "test_online_payments_are_told_with_the_stake_and_a_tie_is_a_push",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one.null",
            broken=breaks("table/rules/payout.py", "        return GIVEN_BACK\n    if", "        return LOST\n    if"),
        ),
        ruled(
            "Odds are printed “to one” and have the stake that comes back in them: a pair 12, either pair 6, the "
            "perfect pair 26, Grande 1.54, Piccolo 2.5.",
            "test_every_side_bet_online_pays_what_its_table_of_returns_proves",
            "test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called",
            topic="printed_odds",
            broken=breaks("table/rules/payout.py", "Box.GRANDE: 154", "Box.GRANDE: 150"),
        ),
        stated(
            "What each bet returns in the long run stands beside it.",
            "test_the_printed_column_of_returns_is_what_the_online_house_pays",
            "test_online_what_games_return_agrees_with_the_exact_odds",
            "test_online_the_help_tells_rules_payments_returns_and_keys",
            broken=breaks("table/rules/payout.py", "Box.PICCOLO: 250", "Box.PICCOLO: 240"),
        ),
    ),
}
