"""Super Punto Banco, the premise."""

from tests.law.sentence import Sentences, default, reading, stated

SENTENCES: Sentences = {
    "Premessa": (
        default(
            "The rules of the game stay as they are; for the rest the house’s general regulations of Punto Banco are "
            "named. They are not among the five documents: a policy key fills each gap, and says so.",
            "test_every_house_plays_by_its_own_document",
            "test_every_key_has_its_mark_in_every_house",
            "test_only_what_is_stated_cites_its_source_as_the_authority_and_a_reading_has_the_other_one_beside_it",
        ),
        default(
            "What Banco pays is not said: even money less a commission of five per cent.",
            "premessa_third_card_on_both_sides",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
        ),
        stated(
            "A player may read the cards of Punto.",
            "premessa_reader_is_the_highest_on_punto",
        ),
        stated(
            "The dealer closes the betting with the words «Rien ne va plus», and only then draws.",
            "premessa_rien_ne_va_plus",
            "test_after_rien_ne_va_plus_a_stake_goes_back",
        ),
        stated(
            "He draws four cards, one after another, face down.",
            "premessa_rien_ne_va_plus",
            "test_the_beginning_of_a_coup",
            "test_until_a_card_is_turned_nothing_anywhere_depends_on_it",
            topic="dealing",
        ),
        stated(
            "The first and the third go to Punto, on his right; the second and the fourth to Banco, on his left.",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            "test_four_covered_cards_are_laid_by_their_order_alone",
            "test_punto_lies_to_the_dealers_right_and_players_see_it_from_across_the_table",
            topic="dealing.order",
        ),
        stated(
            "Then Punto’s two cards are laid, unturned, before the guest who has the highest stake on Punto in this "
            "coup.",
            "premessa_reader_is_the_highest_on_punto",
            "test_the_highest_punto_stake_reads",
            "test_the_reader_is_a_seated_punto_bettor_with_the_largest_stake_of_those_not_passed_over",
            topic="reader",
        ),
        reading(
            "The highest stake is the highest in action, not as it was laid.",
            "interplay_reader_and_stakes",
            "test_a_stake_that_went_back_whole_gives_no_right_to_read",
            topic="reader.in_action",
        ),
        stated(
            "Among equal stakes the order of the players decides, from the holder of the Button on: that is what the "
            "Button is for.",
            "premessa_equal_stakes_follow_the_button",
            "test_among_equal_stakes_the_first_from_the_button_reads_and_the_holder_is_himself_the_first",
            topic="button",
        ),
        reading(
            "That order goes by the numbers of the positions, upwards and round.",
            "test_the_order_of_the_players_goes_up_from_the_button_and_round",
            "premessa_equal_stakes_follow_the_button",
            topic="button.order",
        ),
        reading(
            "At the beginning of the game the Button lies at position 1: when the table opens, not with every taglia.",
            "premessa_where_the_button_begins",
            topic="button.begins",
        ),
        reading(
            "At the end of every coup it passes to the following position, occupied or not.",
            "premessa_button_next_position",
            "premessa_button_next_occupied",
            "test_the_button_passes_empty_positions_one_by_one",
            topic="button_rotation",
        ),
        stated(
            "A Colpo in Bianco does not move it.",
            "premessa_what_moves_the_button",
            "test_no_house_moves_the_button_for_a_colpo_in_bianco_or_a_betting_that_was_closed",
        ),
        reading(
            "An annulled or null coup is a coup, and moves it.",
            "premessa_what_moves_the_button",
            "art_05_six_cards_null",
            "test_whether_the_button_moves_after_an_annulled_or_null_coup_is_for_the_house_to_say",
            topic="button_on_annulled",
        ),
        stated(
            "If nobody has staked on Punto the dealer completes the hand.",
            "premessa_nobody_on_punto",
            "test_without_a_stake_on_punto_the_dealer_completes_the_hand",
            topic="reader.nobody",
        ),
        stated(
            "The cards are read without lifting them from the cloth.",
            "premessa_how_the_reader_speaks",
            "test_only_the_reader_is_told_to_read_and_what_the_regola_asks",
            "test_what_the_reader_did_with_the_cards_is_noted",
        ),
        stated(
            "With 8 or 9, a battuta, the reader turns them at once.",
            "premessa_battuta_of_punto",
            "premessa_battuta_not_turned",
            "test_a_battuta_that_is_turned_at_once_is_no_error_and_less_than_eight_is_only_noted",
        ),
        stated(
            "With 0 to 5 he leaves them covered and asks for a card.",
            "premessa_third_card_on_both_sides",
            "premessa_reader_does_not_follow_the_regola",
            "test_a_claim_is_right_with_the_points_that_the_regola_has_for_it_and_with_no_others",
        ),
        stated(
            "With 6 or 7 he leaves them covered and stays.",
            "premessa_punto_stands_banco_draws",
            "premessa_battuta_not_turned",
            "test_a_claim_is_right_with_the_points_that_the_regola_has_for_it_and_with_no_others",
        ),
        stated(
            "He says it clearly: «carta» or «no carta».",
            "premessa_how_the_reader_speaks",
            "test_a_reader_has_declared_by_voice_or_by_turning",
        ),
        stated(
            "Or he shows it: cards set apart ask for one, crossed cards stay.",
            "premessa_how_the_reader_speaks",
            "premessa_punto_stands_banco_draws",
            topic="reader.gestures",
        ),
        stated(
            "After his declaration the dealer turns Banco and completes its hand by the Regola.",
            "premessa_third_card_on_both_sides",
            "test_a_reader_declares_carta_banco_is_turned_both_draw_and_punto_is_turned_last",
            "test_banco_turned_before_anybody_declared_makes_no_card_due",
        ),
        reading(
            "Banco is turned before Punto gets a third card: a battuta of Banco leaves none to anybody.",
            "premessa_battuta_of_banco",
            "test_a_natural_banco_lets_nobody_draw_though_carta_was_rightly_said",
        ),
        stated(
            "The reader then turns his cards, so that the points show.",
            "premessa_third_card_on_both_sides",
            "test_one_hand_open_is_not_enough_to_announce",
            "test_no_announcement_counts_while_a_card_is_due_or_covered",
        ),
        stated(
            "The dealer points out the winning box and announces the points, Banco’s first and then Punto’s.",
            "test_the_announcement_names_the_box_that_wins_and_a_tie_as_the_house_calls_it",
            "test_the_right_figures_banco_first_are_the_announcement",
            "test_from_the_announcement_on_the_winning_box_and_hand_are_lit_on_every_felt",
            topic="announce_order",
        ),
        stated(
            "Points are the sum of the values without its tens; an ace is one, figures and tens nothing, the others "
            "their number.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
        ),
        stated(
            "On equal points Egalité is paid.",
            "premessa_tie",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one.null",
        ),
        default(
            "How much, is not said: eight to one.",
            "premessa_tie",
            "test_a_house_may_pay_another_whole_number_to_one_on_egalite",
            topic="tie_to_one",
        ),
        stated(
            "A coup with equal points is declared null.",
            "test_the_announcement_names_the_box_that_wins_and_a_tie_as_the_house_calls_it",
            "test_a_tie_is_called_null_where_the_house_calls_it_so",
            topic="tie_to_one.called_null",
        ),
        stated(
            "The player at Punto never chooses: he is bound to the table of the Regola.",
            "test_the_reader_has_no_choice",
            "premessa_reader_does_not_follow_the_regola",
            topic="regola",
        ),
        stated(
            "An error of the player or of the dealer is put right: the coup is rebuilt by the Regola.",
            "premessa_reader_does_not_follow_the_regola",
            "premessa_battuta_not_turned",
            "premessa_third_card_missing",
            "test_no_hands_are_agreed_on_the_proposal_is_the_regolas_or_there_is_none",
            topic="reader.claims",
        ),
        stated(
            "The Ispettore di Gioco and the Ispettore Comunale are present then.",
            "premessa_reader_does_not_follow_the_regola",
            "interplay_mixed_errors",
            "test_the_premise_asks_for_both_inspectors_and_the_special_articles_for_one",
            "test_two_presences_are_two_persons_whatever_a_person_may_be",
        ),
        reading(
            "A wrong declaration by which no card would lie elsewhere is noted, and play goes on.",
            "premessa_declaration_without_effect",
            "test_a_wrong_declaration_that_has_no_effect_is_noted_and_play_goes_on",
        ),
        default(
            "A stake that is pushed in after the words goes back, and stands in the record.",
            "premessa_late_stake",
            "test_it_goes_back_and_nothing_of_it_is_in_action",
        ),
    ),
}
