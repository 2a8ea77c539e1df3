"""Super Punto Banco, the premise."""

from table.rules.topics.sources import SUPER_PUNTO_BANCO
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, ruled_by, stated

ruled = ruled_by(SUPER_PUNTO_BANCO)

SENTENCES: Sentences = {
    "Premessa": (
        ruled(
            "The rules of the game stay as they are; for the rest the house’s general regulations of Punto Banco are "
            "named. They are not among the five documents: a policy key fills each gap, and says so.",
            "test_every_house_plays_by_its_own_document",
            "test_every_key_has_its_mark_in_every_house",
            "test_only_what_is_stated_cites_its_source_as_the_authority_and_a_reading_has_the_other_one_beside_it",
            topic="general",
            unbroken="it is about what the document leaves out, and no one line of the code is its rule",
        ),
        ruled(
            "What Banco pays is not said: even money less a commission of five per cent.",
            "premessa_third_card_on_both_sides",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
            broken=breaks("table/rules/payout.py", "commission=5)", "commission=4)"),
        ),
        stated(
            "A player may read the cards of Punto.",
            "premessa_reader_is_the_highest_on_punto",
            broken=breaks("table/rules/reading.py", 'if profile.reader == "none":', 'if profile.reader != "none":'),
        ),
        ruled(
            "The dealer closes the betting before drawing.",
            "premessa_rien_ne_va_plus",
            "test_after_rien_ne_va_plus_a_stake_goes_back",
            topic="closing",
            broken=breaks("table/verbs/closing.py", "coup.closed = True", "coup.closed = False"),
        ),
        ruled(
            "The dealer does so with the words «Rien ne va plus».",
            "premessa_rien_ne_va_plus",
            topic="closing.called",
            broken=breaks("table/verbs/closing.py", "    check_said(said, NO_MORE_BETS)\n", ""),
        ),
        ruled(
            "The dealer draws four cards, one after another, face down.",
            "premessa_rien_ne_va_plus",
            "test_the_beginning_of_a_coup",
            "test_until_a_card_is_turned_nothing_anywhere_depends_on_it",
            topic="dealing",
            broken=breaks(
                "table/verbs/dealing.py",
                "range(len(state.at_boxes), FIRST_CARDS)]",
                "range(len(state.at_boxes), FIRST_CARDS - 1)]",
            ),
        ),
        ruled(
            "The first and the third go to Punto, right of the dealer; the second and the fourth to Banco, left.",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            "test_four_covered_cards_are_laid_by_their_order_alone",
            "test_punto_lies_to_the_dealers_right_and_players_see_it_from_across_the_table",
            topic="dealing.order",
            broken=breaks(
                "table/rules/regola.py",
                "return Side.BANCO if served % 2 else Side.PUNTO",
                "return Side.PUNTO if served % 2 else Side.BANCO",
            ),
        ),
        ruled(
            "Then Punto’s two cards are laid, unturned, before the guest who has the highest stake on Punto in this "
            "coup.",
            "premessa_reader_is_the_highest_on_punto",
            "test_the_highest_punto_stake_reads",
            "test_the_reader_is_a_seated_punto_bettor_with_the_largest_stake_of_those_not_passed_over",
            topic="reader",
            broken=breaks(
                "table/rules/reading.py",
                "key=lambda bettor: (-bettor.in_action,",
                "key=lambda bettor: (bettor.in_action,",
            ),
        ),
        ruled(
            "The highest stake is the highest in action, not as it was laid.",
            "interplay_reader_and_stakes",
            "test_a_stake_that_went_back_whole_gives_no_right_to_read",
            topic="reader.in_action",
            broken=breaks(
                "table/rules/reading.py",
                "bettor.seated and bettor.in_action > 0",
                "bettor.seated and bettor.in_action >= 0",
            ),
        ),
        ruled(
            "It is the sum of the guest: of one who stakes at several positions the stakes count together.",
            "premessa_reader_has_the_highest_sum",
            topic="reader.in_action",
            broken=breaks(
                "table/play/seats.py",
                "for it in on_punto if it.bettor == stake.bettor)",
                "for it in on_punto if it is stake)",
            ),
        ),
        ruled(
            "Among equal stakes the order of the players decides, from the holder of the Button on: that is what the "
            "Button is for.",
            "premessa_equal_stakes_follow_the_button",
            "test_among_equal_stakes_the_first_from_the_button_reads_and_the_holder_is_the_first",
            topic="button",
            broken=breaks(
                "table/rules/reading.py",
                "positions[at:] + profile.positions[:at]\n\n\ndef ranking",
                "positions\n\n\ndef ranking",
            ),
        ),
        ruled(
            "That order goes by the numbers of the positions, upwards and round.",
            "test_the_order_of_the_players_goes_up_from_the_button_and_round",
            "premessa_equal_stakes_follow_the_button",
            topic="button.order",
            broken=breaks(
                "table/rules/reading.py",
                "positions[at:] + profile.positions[:at]\n\n\ndef ranking",
                "positions[at::-1] + profile.positions[:at:-1]\n\n\ndef ranking",
            ),
        ),
        ruled(
            "At the beginning of the game the Button lies at position 1: when the table opens, not with every taglia.",
            "premessa_where_the_button_begins",
            topic="button.begins",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "table.button = state.profile.positions[0]",
                "table.button = state.profile.positions[1]",
            ),
        ),
        ruled(
            "At the end of every coup it passes to the following position, occupied or not.",
            "premessa_button_next_position",
            "premessa_button_next_occupied",
            "test_the_button_passes_empty_positions_one_by_one",
            topic="button_rotation",
            broken=breaks("table/rules/reading.py", "        return following[0]", "        return following[-1]"),
        ),
        stated(
            "A Colpo in Bianco does not move it.",
            "premessa_what_moves_the_button",
            "test_no_house_moves_the_button_for_a_colpo_in_bianco_or_a_betting_that_was_closed",
            broken=breaks(
                "table/rules/reading.py",
                "outcome in (Outcome.BLANK, Outcome.CANCELLED)",
                "outcome is Outcome.CANCELLED",
            ),
        ),
        ruled(
            "An annulled or null coup is a coup, and moves it.",
            "premessa_what_moves_the_button",
            "art_05_six_cards_null",
            "test_whether_the_button_moves_after_an_annulled_or_null_coup_is_for_the_house_to_say",
            topic="button_on_annulled",
            broken=breaks(
                "table/rules/reading.py", 'profile.button_on_annulled == "pass"', 'profile.button_on_annulled != "pass"'
            ),
        ),
        ruled(
            "Where the Button lies wrongly, the Ispettore di Gioco puts it right between two coups.",
            "test_the_order_of_reading_begins_at_the_button_and_is_not_shown_where_nobody_reads",
            topic="button.put_right",
            broken=breaks(
                "table/verbs/house/supervision.py", "act.table.button = position", "act.table.button = act.table.button"
            ),
        ),
        ruled(
            "If nobody has staked on Punto the dealer completes the hand.",
            "premessa_nobody_on_punto",
            "test_without_a_stake_on_punto_the_dealer_completes_the_hand",
            topic="reader.nobody",
            broken=breaks(
                "table/rules/reading.py",
                "if position not in passed_over), None)",
                "if position not in passed_over), button)",
            ),
        ),
        ruled(
            "Who does not read, or leaves, is passed over: the next in the ranking reads.",
            "test_the_reader_declines_before_the_cards_lie_there",
            "test_a_reader_who_has_left_is_asked_about_and_the_reading_is_passed_on",
            topic="reader.passed_on",
            broken=breaks("table/verbs/closing.py", "[*coup.passed_over, coup.reader]\n", "[*coup.passed_over]\n"),
        ),
        ruled(
            "The Ispettore di Gioco may have the dealer complete the hand.",
            "test_the_ispettore_has_the_dealer_complete_before_and_after_the_deal",
            topic="reader.dealer_completes",
            broken=breaks("table/verbs/closing.py", 'coup.reader = ""\n    update', "update"),
        ),
        ruled(
            "The cards are read without lifting them from the cloth.",
            "premessa_how_the_reader_speaks",
            "test_only_the_reader_is_told_to_read_and_what_the_regola_asks",
            "test_what_the_reader_did_with_the_cards_is_noted",
            topic="reader.cloth",
            broken=breaks("table/verbs/turning.py", "    if lifted:", "    if not lifted:"),
        ),
        ruled(
            "With 8 or 9, a battuta, the reader turns them at once.",
            "premessa_battuta_of_punto",
            "premessa_battuta_not_turned",
            "test_a_battuta_that_is_turned_at_once_is_no_error_and_less_than_eight_is_only_noted",
            topic="reader.battuta",
            broken=breaks("table/verbs/turning.py", "if claim is not Claim.BATTUTA:", "if claim is Claim.BATTUTA:"),
        ),
        stated(
            "With 0 to 5 the reader leaves them covered and asks for a card.",
            "premessa_third_card_on_both_sides",
            "premessa_reader_does_not_follow_the_regola",
            "test_a_claim_is_right_with_the_points_that_the_regola_has_for_it_and_with_no_others",
            broken=breaks(
                "table/rules/regola.py", "Claim.CARTA if punto <= MOST_TO_DRAW", "Claim.CARTA if punto < MOST_TO_DRAW"
            ),
        ),
        stated(
            "With 6 or 7 the reader leaves them covered and stays.",
            "premessa_punto_stands_banco_draws",
            "premessa_battuta_not_turned",
            "test_a_claim_is_right_with_the_points_that_the_regola_has_for_it_and_with_no_others",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 6"),
        ),
        stated(
            "The reader says it clearly: «carta» or «no carta».",
            "premessa_how_the_reader_speaks",
            "test_a_reader_has_declared_by_voice_or_by_turning",
            broken=breaks(
                "table/rules/phase.py", "(self.claim is not None or _turned(self.punto))", "_turned(self.punto)"
            ),
        ),
        ruled(
            "Or the reader shows it: cards set apart ask for one, crossed cards stay.",
            "premessa_how_the_reader_speaks",
            "premessa_punto_stands_banco_draws",
            topic="reader.gestures",
            broken=breaks("table/verbs/turning.py", 'Literal["voice", "gesture"]', 'Literal["voice"]'),
        ),
        ruled(
            "After the reader’s declaration the dealer turns Banco and completes its hand by the Regola.",
            "premessa_third_card_on_both_sides",
            "test_a_reader_declares_carta_banco_is_turned_both_draw_and_punto_is_turned_last",
            "test_banco_turned_before_anybody_declared_makes_no_card_due",
            topic="reader.order",
            broken=breaks(
                "table/rules/phase.py",
                "if facts.claim is None or not _turned(facts.banco[:2])",
                "if not _turned(facts.banco[:2])",
            ),
        ),
        ruled(
            "Banco is turned before Punto gets a third card: a battuta of Banco leaves none to anybody.",
            "premessa_battuta_of_banco",
            "test_a_natural_banco_lets_nobody_draw_though_carta_was_rightly_said",
            topic="reader.banco_first",
            broken=breaks(
                "table/rules/regola.py", "if claim is Claim.BATTUTA or banco >= NATURAL:", "if claim is Claim.BATTUTA:"
            ),
        ),
        ruled(
            "A third card is laid open, as it decides of Banco’s.",
            "test_punto_waits_for_a_third_card_that_lies_covered",
            topic="dealing.third_open",
            broken=breaks("table/rules/phase.py", " or UNKNOWN in facts.punto[2:]:", ":"),
        ),
        ruled(
            "The reader then turns Punto’s cards, so that the points show.",
            "premessa_third_card_on_both_sides",
            "test_one_hand_open_is_not_enough_to_announce",
            "test_no_announcement_counts_while_a_card_is_due_or_covered",
            topic="reader.order",
            broken=breaks(
                "table/rules/phase.py",
                "return _turned(self.punto) and _turned(self.banco)",
                "return _turned(self.punto) or _turned(self.banco)",
            ),
        ),
        ruled(
            "The dealer points out the winning box and announces the points.",
            "test_no_announcement_counts_while_a_card_is_due_or_covered",
            "test_the_announcement_names_the_box_that_wins_and_a_tie_as_the_house_calls_it",
            "test_from_the_announcement_on_the_winning_box_and_hand_are_lit_on_every_felt",
            topic="announced",
            broken=breaks(
                "table/rules/phase.py", "if facts.both_turned and due(facts) is None:", "if facts.both_turned:"
            ),
        ),
        ruled(
            "Banco’s points come first, then Punto’s.",
            "test_the_right_figures_banco_first_are_the_announcement",
            topic="announce_order",
            broken=breaks(
                "table/rules/phase.py",
                "facts.announced != (points(facts.banco), points(facts.punto))",
                "facts.announced != (points(facts.punto), points(facts.banco))",
            ),
        ),
        ruled(
            "Points are the sum of the values without its tens; an ace is one, figures and tens nothing, the others "
            "their number.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
            broken=breaks("table/rules/cards.py", "return total % POINT_VALUES", "return total % 11"),
        ),
        ruled(
            "On equal points Egalité is paid.",
            "premessa_tie",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one.null",
            broken=breaks(
                "table/rules/payout.py",
                "if shown.result is Result.TIE else LOST\n    if box in",
                "if shown.result is not Result.TIE else LOST\n    if box in",
            ),
        ),
        ruled(
            "How much, is not said: eight to one.",
            "premessa_tie",
            "test_a_house_may_pay_another_whole_number_to_one_on_egalite",
            topic="tie_to_one",
            broken=breaks("table/rules/payout.py", "Rate(100 * profile.tie_to_one)", "Rate(90 * profile.tie_to_one)"),
        ),
        ruled(
            "A coup with equal points is declared null.",
            "test_the_announcement_names_the_box_that_wins_and_a_tie_as_the_house_calls_it",
            "test_a_tie_is_called_null_where_the_house_calls_it_so",
            topic="tie_to_one.called_null",
            broken=breaks("table/rules/houses.py", 'ending = "colpo nullo" if', 'ending = "Egalité" if'),
        ),
        ruled(
            "The player at Punto never chooses: the player is bound to the table of the Regola.",
            "test_the_reader_has_no_choice",
            "premessa_reader_does_not_follow_the_regola",
            topic="regola",
            broken=breaks(
                "table/rules/regola.py", "Claim.CARTA if punto <= MOST_TO_DRAW", "Claim.CARTA if punto < MOST_TO_DRAW"
            ),
        ),
        ruled(
            "As the rules of the game stay as they are, every house draws alike.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.same",
            broken=breaks("table/rules/regola.py", '"T RRTTTTTTRR"', '"T RTTTTTTTRR"'),
        ),
        ruled(
            "An error of the player or of the dealer is put right: the coup is rebuilt by the Regola.",
            "premessa_reader_does_not_follow_the_regola",
            "premessa_battuta_not_turned",
            "premessa_third_card_missing",
            "test_no_hands_are_agreed_on_the_proposal_is_the_regolas_or_there_is_none",
            topic="reader.claims",
            broken=breaks("procedures/verbs/deciding.py", "        made.is_clear,\n", "        not made.is_clear,\n"),
        ),
        ruled(
            "The Ispettore di Gioco and the Ispettore Comunale are present then.",
            "premessa_reader_does_not_follow_the_regola",
            "interplay_mixed_errors",
            "test_the_premise_asks_for_both_inspectors_and_the_special_articles_for_one",
            "test_two_presences_are_two_persons_whatever_a_person_may_be",
            topic="presence.premise",
            broken=breaks("procedures/case/presence.py", "        not missing,\n", "        True,\n"),
        ),
        ruled(
            "A wrong declaration by which no card would lie elsewhere is noted, and play goes on.",
            "premessa_declaration_without_effect",
            "test_a_wrong_declaration_that_has_no_effect_is_noted_and_play_goes_on",
            topic="reader.no_effect",
            broken=breaks(
                "table/verbs/turning.py", "    if claim_misled(act):", "    if claim_misled(act) or claim_differs(act):"
            ),
        ),
        ruled(
            "A stake that is pushed in after the words goes back, and stands in the record.",
            "premessa_late_stake",
            "test_it_goes_back_and_nothing_of_it_is_in_action",
            topic="stakes.late",
            broken=breaks(
                "procedures/articles/premise.py",
                '    act.effect("bet_returned", position=facts.position, box=facts.box.value, amount=facts.amount)\n',
                "",
            ),
        ),
        ruled(
            "After a tie stakes stay on the felt, for their owners to keep, change or take off.",
            "test_a_seat_left_while_its_stake_of_the_tie_waits_cannot_keep_it",
            "test_who_stood_and_was_given_the_seat_sits_there_with_the_stake_of_the_tie",
            "premessa_tie",
            topic="tie_to_one.left",
            broken=breaks("table/verbs/closing.py", "        not left,\n", "        True,\n"),
        ),
        ruled(
            "What was keyed wrong is put right until the cards are burned; a stake, once a face is known, by two.",
            "stakes_put_right_by_two",
            "entries_keyed_wrong",
            "test_whatever_changes_a_stake_once_a_face_is_known_waits_for_a_second_person",
            topic="corrections.by_two",
            broken=breaks("table/verbs/corrections/entry.py", "    if by_two:", "    if False:"),
        ),
    ),
}
