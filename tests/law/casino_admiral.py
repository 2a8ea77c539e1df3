"""Punto Banco, Casino Admiral, sentence by sentence."""

from tests.law.sentence import Sentences, default, elsewhere, reading, stated

SENTENCES: Sentences = {
    "The game": (
        elsewhere(
            "Where the game comes from, and that it is easy to play.",
            "What a house tells its guests beside the game.",
        ),
        stated(
            "Six packs of 52 cards are used.",
            "test_the_sixain_has_312_cards_and_eight_decks_416",
            "test_a_house_plays_with_its_own_number_of_decks_and_no_other",
            topic="decks",
        ),
        stated(
            "Guests take part seated or standing.",
            "admiral_several_bettors",
            "test_at_the_admiral_several_bettors_stake_at_one_position_each_in_slots_of_his_own",
        ),
        stated(
            "With two or at most three cards one comes as near to nine as one can.",
            "test_the_higher_points_win_and_nine_beats_eight",
            "test_six_cards_always_complete_a_coup",
        ),
        stated(
            "One stakes on Banco, on Punto, and on the tie.",
            "admiral_several_bettors",
            "test_every_house_has_its_own_slots",
        ),
        reading(
            "On Banco or on Punto, not on both: it is said in one place so and in another otherwise.",
            "admiral_several_bettors",
            "test_at_the_admiral_several_bettors_stake_at_one_position_each_in_slots_of_his_own",
            topic="both_sides",
        ),
        stated(
            "Cards are drawn open.",
            "admiral_tronc_and_banknotes",
            "test_where_cards_are_dealt_open_four_faces_are_keyed_and_one_that_lies_open_is_not_keyed_anew",
            topic="dealing",
        ),
        stated(
            "The first and the third are Punto’s, the second and the fourth Banco’s.",
            "admiral_tronc_and_banknotes",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            topic="dealing.order",
        ),
        stated(
            "A natural of either side, eight or nine on two cards: no more cards are drawn.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
        ),
        stated(
            "Otherwise the rules of drawing say what is drawn.",
            "admiral_several_bettors",
            "test_on_open_cards_the_regola_alone_says_who_is_due",
            topic="regola",
        ),
        stated(
            "On equal points stakes on the tie win; those on Punto and Banco lie unchanged and are their player’s "
            "again.",
            "admiral_tronc_and_banknotes",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one.null",
        ),
        stated(
            "At the end the dealer announces the points of both sides.",
            "admiral_tronc_and_banknotes",
            "test_no_announcement_counts_while_a_card_is_due_or_covered",
            topic="announced",
        ),
        stated(
            "The higher points win.",
            "test_the_higher_points_win_and_nine_beats_eight",
        ),
        stated(
            "The dealer leads the game, collects and pays.",
            "test_a_verb_is_declared_as_the_regulations_have_it",
            "test_a_position_is_paid_after_what_it_lost_is_taken",
        ),
        stated(
            "Two to nine count their number, ten and figures nothing, an ace one; of a sum only the last digit counts.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
        ),
        elsewhere(
            "Three sums as examples.",
            "Examples of a rule above.",
        ),
        stated(
            "The table has seven seats.",
            "test_every_house_is_typed_from_its_document",
            "test_the_felt_has_the_boxes_and_positions_of_its_house",
            topic="positions",
        ),
        stated(
            "At each of them one can stake on Punto, Banco and the tie.",
            "test_every_house_has_a_box_for_each_bet_before_each_position",
            topic="egalite",
        ),
        reading(
            "Seated or standing: several guests may stake at one position, each on his own account.",
            "admiral_several_bettors",
            "test_several_bettors_at_one_position_each_have_a_maximum",
            topic="stakes_per_position",
        ),
        stated(
            "A stake on the tie needs no other beside it.",
            "test_elsewhere_a_tie_stands_alone",
            topic="tie_requires_main",
        ),
        stated(
            "The tax that is due when Banco wins can be laid ready in its place on the layout.",
            "admiral_tax_laid_ready",
            "test_tax_that_lay_ready_is_his_and_the_commission_comes_from_it",
            "test_the_commission_stands_in_the_place_of_the_tax_once_it_is_due",
            topic="tax",
        ),
    ),
    "Third cards": (
        stated(
            "Punto with 0 to 5 gets a third card, unless Banco has 8 or 9.",
            "test_punto_draws_up_to_five",
        ),
        stated(
            "Punto with 6 or 7 gets none.",
            "test_punto_draws_up_to_five",
        ),
        stated(
            "With 8 or 9 on either side neither gets one.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
        ),
        default(
            "Banco with 0 to 2 is not spoken of: it draws.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_banco_draws_up_to_five_when_punto_stood",
        ),
        stated(
            "Banco with 3 draws but on an 8 of Punto; with 4 only on 2 to 7; with 5 only on 4 to 7; with 6 only on 6 "
            "or 7; with 7 never.",
            "test_banco_draws_on_puntos_third_card_as_printed",
        ),
        reading(
            "“Only” is said of Punto’s third card: where Punto stood Banco draws with 4 and 5 too.",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
        ),
    ),
    "Payment and money": (
        stated(
            "Punto is paid one to one.",
            "test_punto_is_paid_even_money_and_an_egalite_that_did_not_come_is_lost",
        ),
        stated(
            "Banco is paid one to one less a tax of five per cent.",
            "admiral_several_bettors",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
        ),
        stated(
            "So it is printed, the tax beside the odds.",
            "test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called",
            topic="printed_odds",
        ),
        stated(
            "The tie is paid eight to one.",
            "admiral_tronc_and_banknotes",
            topic="tie_to_one",
        ),
        stated(
            "Stakes are made with chips.",
            "test_a_stake_that_no_chips_of_the_table_make_is_refused",
            topic="chips.laid",
        ),
        stated(
            "Banknotes are changed into them at the table.",
            "admiral_tronc_and_banknotes",
        ),
        stated(
            "Foreign money is changed at the cash desk.",
            "admiral_tronc_and_banknotes",
            "test_other_money_is_changed_at_the_cash_desk",
            topic="currency.changed",
        ),
        stated(
            "The dealer takes no money from a hand: it is laid on the table before him.",
            "test_banknotes_are_asked_about_where_the_house_takes_none_from_a_hand",
            "test_where_no_money_goes_from_hand_to_hand_it_is_asked_whether_the_banknotes_lie_there",
            topic="chips.from_hand",
        ),
        stated(
            "Minimum and maximum can be seen at each table.",
            "test_what_a_sign_says_can_be_read_at_five_metres_and_its_roads_too",
            topic="limits",
        ),
        elsewhere(
            "It is customary to leave the staff a small part of what was won.",
            "A custom, and nobody’s duty.",
        ),
        stated(
            "Each table has a box for tips, the Tronc.",
            "admiral_tronc_and_banknotes",
        ),
        elsewhere(
            "What is in it belongs to the staff, by the rules of the Tronc.",
            "It is divided away from the table.",
        ),
    ),
    "The house": (
        elsewhere(
            "There are other tables too: a restaurant on the first floor.",
            "What a house tells its guests beside the game.",
        ),
        stated(
            "Guests are 18 years old at least.",
            "test_who_does_not_show_his_papers_gets_no_seat_and_takes_no_part_this_evening",
        ),
        reading(
            "They have an official identity card: it is checked before a seat is given or a standing guest is "
            "admitted, once an evening.",
            "admiral_several_bettors",
            "test_admiral_checks_identity_once_an_evening_also_of_those_who_stand",
            topic="identity_check",
        ),
        elsewhere(
            "The ordinance on casinos, the law on games of money and the rules of the house hold besides.",
            "They are not among the five documents.",
        ),
        stated(
            "The decision of the Direktion is final.",
            "art_10_disputes_admiral",
            "test_what_is_decided_is_decided",
            topic="disputes_decided_by",
        ),
        reading(
            "That holds for what no rule foresees as well.",
            "test_a_ruling_is_final_and_nobody_asks_again",
            topic="unforeseen",
        ),
    ),
}
