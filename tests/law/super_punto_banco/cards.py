"""Super Punto Banco, Art. 1 to 9: when cards go wrong, the last coup, and new cards."""

from table.rules.topics.sources import SUPER_PUNTO_BANCO
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, ruled_by, stated

ruled = ruled_by(SUPER_PUNTO_BANCO)

SENTENCES: Sentences = {
    "Art. 1": (
        ruled(
            "A card too many was drawn and nobody saw it: the coup is played by the Regola, and the card waits under "
            "the sabot for the next hand.",
            "art_01_extra_card_unseen",
            "art_01_several_extra_cards",
            "test_a_card_too_many_waits_for_the_next_hand_and_one_that_was_seen_makes_it_a_colpo_in_bianco",
            "test_a_card_too_many_that_nobody_saw_lies_under_the_sabot_and_one_that_was_seen_beside_it",
            topic="remedies",
            broken=breaks(
                "table/play/cards.py",
                "HELD_SEEN if seen else DrawnCard.Location.HELD_UNDER",
                "HELD_SEEN if not seen else DrawnCard.Location.HELD_UNDER",
            ),
        ),
        ruled(
            "It is the first card of that hand; of several the first out is the first in.",
            "art_01_extra_card_unseen",
            "art_01_several_extra_cards",
            topic="remedies.first",
            broken=breaks("table/play/cards.py", "enumerate(state.held)", "enumerate(reversed(state.held))"),
        ),
        ruled(
            "A card that came too early and is due in the same coup is none too many.",
            "art_01_card_too_early",
            "test_an_early_card_that_nobody_was_due_waits_for_the_next_hand_and_is_not_burned",
            topic="remedies.early",
            broken=breaks("table/verbs/dealing.py", "elif state.undecided:", "elif not state.undecided:"),
        ),
        ruled(
            "It was seen: it is not burned but used for the next coup, a Colpo in Bianco, that is, without stakes.",
            "art_01_extra_card_seen",
            "test_while_a_seen_card_waits_or_the_next_one_is_visible_no_coup_takes_bets",
            "test_in_a_colpo_in_bianco_nobody_stakes",
            topic="remedies.seen",
            broken=breaks("table/rules/shoe.py", "next_visible or any(card.seen or", "next_visible or any("),
        ),
        ruled(
            "Whoever saw it: it is asked whether, and not by whom.",
            "test_of_any_other_card_only_whether_it_was_seen_is_asked",
            topic="remedies.seen_by",
            broken=breaks("table/screens/dealer/tools.py", "if not self.first:", "if not self.words:"),
        ),
        ruled(
            "The dealer has to announce «Colpo in Bianco».",
            "art_01_extra_card_seen",
            "test_a_hand_that_a_card_has_turned_blank_is_called_before_its_next_card",
            "test_cards_that_are_out_are_facts_also_uncalled_but_no_points_are_called_before",
            topic="remedies.called",
            broken=breaks(
                "table/play/coup.py", "check_said(not coup.call_due, coup.call_due)", "check_said(True, coup.call_due)"
            ),
        ),
        ruled(
            "A first card that shows inside the sabot is not burned: its hand is a Colpo in Bianco, as before.",
            "art_01_first_card_visible",
            "test_a_first_card_visible_before_the_closing_makes_the_coup_a_blank_one",
            "test_a_first_card_visible_after_the_closing_but_before_it_is_drawn_too",
            topic="remedies.visible",
            broken=breaks("table/rules/shoe.py", "return next_visible or any(", "return any("),
        ),
        ruled(
            "A first card that comes out face up was such a card, unless the dealer turned it: which of both is asked.",
            "art_01_first_card_visible",
            "test_of_a_first_card_that_was_seen_it_is_asked_whether_it_lay_so_or_was_turned",
            topic="remedies.came_out_open",
            broken=breaks(
                "procedures/articles/article_01_extra_and_visible_cards.py",
                "    if plays_blanks(act):\n        play_in_bianco",
                "    if not plays_blanks(act):\n        play_in_bianco",
            ),
        ),
        stated(
            "Any of the other cards that shows is valid, and the game goes on.",
            "art_01_other_visible_cards",
            "test_any_other_visible_card_is_valid",
            broken=breaks(
                "table/play/state.py",
                "self._blank_due(self._outlasting, visible=False)",
                "self._blank_due(self._outlasting, visible=self.shoe.next_visible)",
            ),
        ),
        ruled(
            "Where such a card is known while stakes can still be laid, the coup is in bianco.",
            "interplay_cards_that_wait",
            "test_a_card_that_waits_is_the_first_and_the_visible_one_behind_it_is_known_too",
            topic="remedies.known",
            broken=breaks("table/rules/shoe.py", "return next_visible or any(", "return any("),
        ),
        ruled(
            "Cards that the dealer turns by mistake while dealing, the game being closed, change nothing: the coup "
            "is valid.",
            "art_01_other_visible_cards",
            "art_01_overlooked_and_seen_later",
            "test_a_card_turned_by_the_dealer_while_dealing_stays_and_its_hand_is_turned_with_it",
            topic="remedies.turned",
            broken=breaks(
                "procedures/articles/article_01_extra_and_visible_cards.py",
                "act.state.phase in DISTRIBUTION",
                "act.state.phase not in DISTRIBUTION",
            ),
        ),
        ruled(
            "Where nobody stakes, the Ispettore di Gioco may have the next hand played as a Colpo in Bianco.",
            "premessa_what_moves_the_button",
            topic="remedies.nobody_stakes",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "require(plays_blanks(act), Code.PROFILE",
                "require(not plays_blanks(act), Code.PROFILE",
            ),
        ),
    ),
    "Art. 2": (
        ruled(
            "Cards that come out stuck together are put back into their order, if that can be told.",
            "art_02_stuck_cards",
            "test_stuck_cards_are_put_back_in_their_order_or_burned_and_the_stakes_stand",
            topic="remedies.stuck",
            broken=breaks(
                "procedures/articles/article_02_stuck_cards.py", "    if not facts.restored:", "    if facts.restored:"
            ),
        ),
        ruled(
            "If it cannot, the cards that came out are burned: those that stuck together, and the hand goes on.",
            "art_02_stuck_cards",
            "test_where_stuck_cards_are_burned_a_declaration_on_one_of_them_is_void",
            topic="remedies.burned",
            broken=breaks(
                "procedures/articles/article_02_stuck_cards.py", "return cards[first:last]", "return cards[:last]"
            ),
        ),
    ),
    "Art. 3": (
        stated(
            "A card that falls is picked up by the staff.",
            "test_the_staff_pick_it_up_and_the_record_says_if_a_guest_did",
            broken=breaks(
                "procedures/articles/article_03_fallen_cards.py", "< max(facts.places):", "<= max(facts.places):"
            ),
        ),
        stated(
            "It is put back into play.",
            "art_03_fallen_cards",
            "test_a_fallen_card_goes_back_to_its_place_and_the_first_of_a_hand_makes_it_a_colpo_in_bianco",
            broken=breaks(
                "procedures/articles/article_03_fallen_cards.py",
                "case.blocking = not facts.recovered or",
                "case.blocking = facts.recovered or",
            ),
        ),
        stated(
            "If it is the first of a hand, stakes are taken off and the hand is played in bianco.",
            "art_03_fallen_cards",
            "art_03_fall_in_the_betting",
            "interplay_wrong_lie_at_the_end_of_the_taglia",
            "test_the_card_that_waits_for_the_next_hand_makes_that_one_a_colpo_in_bianco_if_it_falls_during_this_hand",
            broken=breaks(
                "procedures/articles/article_03_fallen_cards.py",
                "coup.closed and 1 in facts.places and not",
                "coup.closed and 2 in facts.places and not",
            ),
        ),
        ruled(
            "The first card falls as such only until the second is out: later a bettor could void the coup by "
            "dropping it.",
            "art_03_fallen_cards",
            "art_03_house_reads_any_time",
            topic="art3_first_card_window",
            broken=breaks(
                "procedures/articles/article_03_fallen_cards.py",
                "(whenever or len(act.state.of_the_hand) == 1)",
                "(not whenever or len(act.state.of_the_hand) == 1)",
            ),
        ),
    ),
    "Art. 4": (
        ruled(
            "Creased or stained cards are replaced, during the game too.",
            "art_04_worn_card",
            "test_a_worn_card_waits_for_another_one_and_the_hand_keeps_its_value",
            topic="worn",
            broken=breaks(
                "procedures/articles/article_04_worn_cards.py", "case.blocking = False", "case.blocking = True"
            ),
        ),
        ruled(
            "By a card of the same rank and suit, on the word of the Ispettore di Gioco; one that lies on the table "
            "after its coup.",
            "art_04_worn_card",
            "test_a_replacement_of_the_seven_of_diamonds_by_the_seven_of_hearts_makes_a_heart_too_many",
            topic="worn.same",
            broken=breaks(
                "procedures/verbs/of_one_article.py", "        str(parse(card)) == worn,", "        parse(card),"
            ),
        ),
        ruled(
            "At the end of every taglia the Ispettore di Gioco may decide to replace the six decks.",
            "art_04_new_decks",
            "test_at_the_end_of_a_taglia_the_decks_are_kept_or_replaced_and_either_stands_in_the_record",
            topic="worn.decks",
            broken=breaks("table/verbs/shoe.py", "if act.state.shoe is not None or last is None:", "if last is None:"),
        ),
        ruled(
            "There are six of them, a sixain.",
            "test_the_sixain_has_312_cards_and_eight_decks_416",
            "test_a_house_plays_with_its_own_number_of_decks_and_no_other",
            "test_the_houses_of_the_documents_play_with_six_decks_each",
            topic="decks",
            broken=breaks("table/rules/shoe.py", "return decks * DECK_CARDS", "return decks * 51"),
        ),
    ),
    "Art. 5": (
        ruled(
            "When the cut card comes out the dealer announces «Ultimo colpo della taglia».",
            "art_05_cut_card_in_the_middle",
            "art_05_cut_card_told_by_the_shoe",
            "test_the_cut_card_is_called_as_it_comes_and_it_is_said_for_which_coup_it_counts",
            topic="cut_card",
            broken=breaks(
                "table/rules/shoe.py",
                'LAST_COUP = "Ultimo colpo della taglia"',
                'LAST_COUP = "Penultimo colpo della taglia"',
            ),
        ),
        ruled(
            "In the middle of a coup: this very coup is the last.",
            "art_05_cut_card_in_the_middle",
            "test_in_the_middle_of_a_coup_this_coup_is_the_last_and_nothing_is_counted",
            "test_where_the_house_says_so_one_more_coup_follows_a_cut_card_in_the_middle",
            topic="art5_mid_coup",
            broken=breaks(
                "table/rules/shoe.py", 'else not began and profile.art5_mid_coup == "one_more"', "else not began"
            ),
        ),
        ruled(
            "In a Colpo in Bianco: the taglia ends with it, and nothing is counted.",
            "interplay_last_coup",
            "test_in_a_colpo_in_bianco_the_cut_card_ends_the_taglia_without_a_count",
            topic="art5_cut_in_blank",
            broken=breaks("table/rules/shoe.py", "counted = began and not blank and", "counted = began and"),
        ),
        ruled(
            "In front of the sabot when the hand is complete: it belongs to the next coup, which begins with it.",
            "art_05_cut_card_and_the_hand",
            "test_when_the_hand_is_complete_it_lies_in_front_of_the_next_coup_and_this_one_is_ordinary",
            topic="cut_card.complete",
            broken=breaks(
                "table/rules/shoe.py",
                "return CutCardRelation.UNKNOWN if more is None else CutCardRelation.AFTER",
                "return CutCardRelation.UNKNOWN if more is None else CutCardRelation.WITHIN",
            ),
        ),
        ruled(
            "Before the first card that a hand draws from the sabot: the coup begins with it, though a card that "
            "waited lies there.",
            "interplay_last_coup",
            "test_a_hand_begins_with_the_cut_card_as_long_as_no_card_of_the_sabot_was_drawn_for_it",
            topic="cut_card.waiting",
            broken=breaks(
                "table/rules/shoe.py",
                "if any(number <= at for number in drawn)",
                "if any(number <= at for number in (*drawn, *waited))",
            ),
        ),
        ruled(
            "While it hangs on the hand to which coup it belongs, its call waits until that is known.",
            "test_after_four_cards_nothing_is_called_before_it_is_known_that_another_is_due",
            topic="cut_card.call_waits",
            broken=breaks(
                "table/rules/shoe.py",
                "return CutCardRelation.UNKNOWN if more is None else",
                "return CutCardRelation.AFTER if more is None else",
            ),
        ),
        stated(
            "If the last coup begins with it «Ultimo colpo della taglia, minimo sette carte o nullo» is declared.",
            "art_05_seven_cards_valid",
            "art_05_cut_card_and_the_hand",
            "test_the_phrase_names_the_number_of_cards_that_the_house_asks_for",
            broken=breaks("table/rules/shoe.py", "counted_phrase(profile) if counted else LAST_COUP", "LAST_COUP"),
        ),
        stated(
            "Before paying or collecting the dealer then draws the cards that are left in the sabot.",
            "art_05_seven_cards_valid",
            "art_05_six_cards_null",
            "test_the_hand_is_announced_before_the_remaining_cards_are_drawn",
            broken=breaks(
                "table/rules/shoe.py",
                "return began_with_cut_card and not blank and profile",
                "return not began_with_cut_card and not blank and profile",
            ),
        ),
        ruled(
            "The hand is finished and announced before they are drawn.",
            "test_the_hand_is_announced_before_the_remaining_cards_are_drawn",
            topic="min_last_coup_cards.announced",
            broken=breaks("table/verbs/counting.py", "state.phase is Phase.ANNOUNCED or state.stuck,", "True,"),
        ),
        ruled(
            "With fewer than seven cards on the table the coup is annulled.",
            "art_05_six_cards_null",
            "art_05_seven_cards_valid",
            "test_seven_cards_on_the_table_make_the_last_coup_valid_and_six_make_it_null",
            topic="min_last_coup_cards",
            broken=breaks(
                "table/rules/shoe.py",
                "coup_cards + remaining >= profile.min_last",
                "coup_cards + remaining > profile.min_last",
            ),
        ),
        ruled(
            "On the table lie those of the hand and those drawn after it; burned ones do not count.",
            "art_05_seven_cards_valid",
            "interplay_wrong_lie_at_the_end_of_the_taglia",
            "test_what_is_nobodys_counts_among_the_seven_and_what_was_burned_as_stuck_does_not",
            topic="min_last_coup_cards.counted",
            broken=breaks("table/verbs/counting.py", " - remaining + len(act.state.held)", " - remaining"),
        ),
        stated(
            "No claim can be made against that.",
            "art_09_noticed_announcement",
            broken=breaks("procedures/articles/layout_answers.py", "coup.outcome != Outcome.NULL_SEVEN,", "True,"),
        ),
        ruled(
            "A sabot that is empty before its time: the coup has only the cards that exist, and is annulled without "
            "them.",
            "art_05_sabot_empty",
            "test_a_coup_begun_with_the_cut_card_counts_the_cards_that_exist",
            topic="cut_card.empty",
            broken=breaks("table/play/state.py", "self.counted or self.shoe.out >= self.shoe.cards_total", "False"),
        ),
    ),
    "Art. 6": (
        ruled(
            "One or two cards of Punto were laid at Banco, or the other way round: the distribution is put right "
            "before the Ispettore di Gioco.",
            "art_06_inverted_cards",
            "test_inverted_cards_are_laid_anew_before_the_ispettore_or_the_coup_is_annulled_and_burned",
            topic="remedies.inverted",
            broken=breaks(
                "procedures/case/presence.py",
                'return BOTH if profile.presence == "always_both" else by_article',
                'return BOTH if profile.presence == "always_both" else frozenset()',
            ),
        ),
        ruled(
            "A coup that cannot be rebuilt clearly is annulled, and the cards that are out are burned.",
            "art_06_not_clear",
            "test_an_annulled_coup_is_followed_by_what_was_said_before",
            topic="remedies.unclear",
            broken=breaks("procedures/verbs/deciding.py", "        made.is_clear,", "        True,"),
        ),
    ),
    "Art. 7": (
        ruled(
            "More or fewer than two cards were given to Punto or Banco: the coup is rebuilt before the Ispettore di "
            "Gioco.",
            "art_07_banco_has_one_card",
            "art_07_three_cards_to_punto",
            "art_07_surplus_card",
            "test_by_their_order_cards_move_to_their_box_are_drawn_or_set_aside_before_the_ispettore",
            topic="remedies.number",
            broken=breaks(
                "procedures/case/presence.py",
                'return BOTH if profile.presence == "always_both" else by_article',
                'return BOTH if profile.presence == "always_both" else frozenset()',
            ),
        ),
        ruled(
            "A coup that cannot be rebuilt clearly is annulled, and the cards that are out are burned.",
            "test_face_up_too_cards_of_which_nobody_knows_the_order_are_annulled",
            "test_three_of_four_cards_at_a_box_are_not_clear",
            topic="remedies.unclear",
            broken=breaks(
                "procedures/rebuild/reconstruction.py",
                "if len(results) == 1 else Verdict.NOT_CLEAR",
                "if results else Verdict.NOT_CLEAR",
            ),
        ),
    ),
    "Art. 6, 7": (
        ruled(
            "It is clear when every order that agrees with what is known makes the same hands.",
            "test_two_orders_with_different_hands_are_not_clear",
            "test_different_hands_of_the_same_points_are_only_the_same_result",
            "test_the_two_cards_of_one_hand_may_be_mixed",
            "test_a_misdealt_hand_is_clear_if_only_one_coup_is_possible_and_it_is_the_true_one",
            topic="remedies.clear",
            broken=breaks(
                "procedures/rebuild/reconstruction.py",
                "return Verdict.RESULT_ONLY if len(results) == 1 else",
                "return Verdict.CLEAR if len(results) == 1 else",
            ),
        ),
        ruled(
            "What is clear is not annulled: it is ratified, or referred to the Direzione.",
            "test_what_is_clear_is_not_annulled_but_ratified_or_referred",
            "test_what_only_comes_to_the_same_points_is_not_clear_and_is_annulled",
            topic="remedies.clear_stays",
            broken=breaks(
                "procedures/verbs/deciding.py",
                "made.proposal is None or not verdicts.can_be_completed(act.state, made.proposal.missing),",
                "True,",
            ),
        ),
    ),
    "Art. 8": (
        ruled(
            "A third card was given that the Regola does not give: the coup is rebuilt before the Ispettore di Gioco.",
            "art_08_third_card_belongs_to_banco",
            "art_08_undue_third_card_left_over",
            "test_an_undue_third_card_is_bancos_by_its_order_or_the_first_of_a_colpo_in_bianco",
            topic="remedies.undue",
            broken=breaks(
                "procedures/case/presence.py",
                'return BOTH if profile.presence == "always_both" else by_article',
                'return BOTH if profile.presence == "always_both" else frozenset()',
            ),
        ),
        stated(
            "The dealer uses the cards that came out too many for a Colpo in Bianco.",
            "art_08_undue_third_card_left_over",
            "test_no_stake_is_laid_on_a_card_that_is_known_nor_on_an_undue_third_card",
            broken=breaks("table/rules/shoe.py", "card.seen or (card.undue and undue_too)", "card.seen"),
        ),
        ruled(
            "Whether anybody saw them or not.",
            "art_08_undue_third_card_left_over",
            "test_an_undue_card_that_nobody_saw_makes_a_blank_coup_unless_the_house_reads_otherwise",
            topic="art8_unseen_excess",
            broken=breaks(
                "table/rules/shoe.py",
                'undue_too = profile.art8_unseen_excess == "blank"',
                'undue_too = profile.art8_unseen_excess != "blank"',
            ),
        ),
    ),
    "Art. 6, 7, 8": (
        ruled(
            "Where these articles name the Ispettore di Gioco alone, nobody else is needed.",
            "art_06_inverted_cards",
            "premessa_house_asks_for_both_inspectors",
            "test_a_house_that_wants_both_inspectors_always_asks_for_both",
            topic="presence",
            broken=breaks(
                "procedures/case/presence.py",
                'return BOTH if profile.presence == "always_both" else by_article',
                "return BOTH",
            ),
        ),
    ),
    "Premessa, Art. 8": (
        ruled(
            "No annulment is named here: what cannot be rebuilt clearly is annulled as under the articles that name "
            "it.",
            "test_evidence_that_contradicts_itself_leaves_no_order_and_the_coup_is_annulled_or_referred",
            "test_under_no_article_what_is_clear_is_annulled",
            topic="remedies.elsewhere",
            broken=breaks(
                "procedures/articles/article_08_undue_third_card.py",
                "Remedy.HOLD_CARD, Remedy.ANNUL, Remedy.REFER",
                "Remedy.HOLD_CARD, Remedy.REFER",
            ),
        ),
    ),
    "Art. 9": (
        ruled(
            "Points that were announced wrongly are put right at once with «Le carte parlano».",
            "art_09_wrong_announcement",
            "test_the_cards_speak_and_the_right_points_are_paid",
            "test_a_wrong_announcement_announces_nothing_the_cards_speak",
            topic="announced_wrongly",
            broken=breaks("table/verbs/settling.py", "if (banco, punto) != true:", "if (banco, punto) == true:"),
        ),
    ),
}
