"""Punto Banco, Casino Admiral, sentence by sentence."""

from table.rules.topics.sources import CASINO_ADMIRAL
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, default, elsewhere, ruled_by, stated

ruled = ruled_by(CASINO_ADMIRAL)

SENTENCES: Sentences = {
    "The game": (
        elsewhere(
            "Where the game comes from, and that it is easy to play.",
            "What a house tells its guests beside the game.",
        ),
        ruled(
            "Six packs of 52 cards are used.",
            "test_the_sixain_has_312_cards_and_eight_decks_416",
            "test_a_house_plays_with_its_own_number_of_decks_and_no_other",
            "test_the_houses_of_the_documents_play_with_six_decks_each",
            topic="decks",
            broken=breaks(
                "table/rules/houses.py",
                "source=CASINO_ADMIRAL,",
                "source=CASINO_ADMIRAL,\n    decks=8,",
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "Guests take part seated or standing.",
            "admiral_several_bettors",
            "test_where_several_stake_at_a_position_guests_take_part_seated_or_standing_at_any",
            "test_at_the_admiral_several_bettors_stake_at_one_position_each_in_slots_of_their_own",
            topic="seats.standing",
            broken=breaks(
                "table/rules/stakes.py",
                'return f"{name}:{stake.bettor}" if profile.stakes_per_position == "many" else name',
                "return name",
            ),
        ),
        stated(
            "With two or at most three cards one comes as near to nine as one can.",
            "test_the_higher_points_win_and_nine_beats_eight",
            "test_six_cards_always_complete_a_coup",
            broken=breaks(
                "table/rules/regola.py",
                "return Result.PUNTO if punto > banco else",
                "return Result.PUNTO if punto < banco else",
            ),
        ),
        stated(
            "One stakes on Banco, on Punto, and on the tie.",
            "admiral_several_bettors",
            "test_every_house_has_its_own_slots",
            broken=breaks(
                "table/rules/profile.py", "return (Box.PUNTO, Box.BANCO, Box.EGALITE,", "return (Box.PUNTO, Box.BANCO,"
            ),
        ),
        ruled(
            "On Banco or on Punto, not on both: it is said in one place so and in another otherwise.",
            "admiral_several_bettors",
            "test_at_the_admiral_several_bettors_stake_at_one_position_each_in_slots_of_their_own",
            topic="both_sides",
            broken=breaks(
                "table/rules/houses.py",
                "source=CASINO_ADMIRAL,",
                "source=CASINO_ADMIRAL,\n    both_sides=True,",
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "Cards are drawn open.",
            "admiral_tronc_and_banknotes",
            "test_where_cards_are_dealt_open_four_faces_are_keyed_and_one_that_lies_open_is_not_keyed_anew",
            topic="dealing",
            broken=breaks(
                "table/rules/houses.py",
                "source=CASINO_ADMIRAL,",
                'source=CASINO_ADMIRAL,\n    dealing="face_down",\n    reader="highest_punto",',
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "The first and the third are Punto’s, the second and the fourth Banco’s.",
            "admiral_tronc_and_banknotes",
            "test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco",
            topic="dealing.order",
            broken=breaks(
                "table/rules/regola.py",
                "return Side.BANCO if served % 2 else Side.PUNTO",
                "return Side.PUNTO if served % 2 else Side.BANCO",
            ),
        ),
        stated(
            "A natural of either side, eight or nine on two cards: no more cards are drawn.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            broken=breaks("table/rules/regola.py", "NATURAL = 8\n", "NATURAL = 9\n"),
        ),
        ruled(
            "Otherwise the rules of drawing say what is drawn.",
            "admiral_several_bettors",
            "test_on_open_cards_the_regola_alone_says_who_is_due",
            topic="regola",
            broken=breaks("table/rules/regola.py", "return Side.PUNTO\n    third =", "return None\n    third ="),
        ),
        ruled(
            "On equal points stakes on the tie win; those on Punto and Banco lie unchanged and are their player’s "
            "again.",
            "admiral_tronc_and_banknotes",
            "test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one",
            topic="tie_to_one.null",
            broken=breaks("table/rules/payout.py", "        return GIVEN_BACK\n    if", "        return LOST\n    if"),
        ),
        ruled(
            "Who has staked disposes of such a stake again.",
            "test_repeat_keeps_what_the_tie_left",
            topic="tie_to_one.left",
            broken=breaks("table/play/stakes.py", "if it.left_over and owner_present", "if not owner_present"),
        ),
        ruled(
            "At the end the dealer announces the points of both sides.",
            "admiral_tronc_and_banknotes",
            "test_no_announcement_counts_while_a_card_is_due_or_covered",
            topic="announced",
            broken=breaks(
                "table/rules/phase.py", "if facts.both_turned and due(facts) is None:", "if facts.both_turned:"
            ),
        ),
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
            "The dealer leads the game, collects and pays.",
            "test_a_verb_is_declared_as_the_regulations_have_it",
            "test_a_position_is_paid_after_what_it_lost_is_taken",
            broken=breaks(
                "table/verbs/settling.py",
                "    phases=[Phase.ANNOUNCED, Phase.COUNTING]",
                "    roles=[Role.ISPETTORE_GIOCO],\n    phases=[Phase.ANNOUNCED, Phase.COUNTING]",
            ),
        ),
        ruled(
            "Two to nine count their number, ten and figures nothing, an ace one; of a sum only the last digit counts.",
            "test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number",
            "test_the_tens_of_the_sum_are_dropped",
            topic="regola.points",
            broken=breaks("table/rules/cards.py", "return total % POINT_VALUES", "return total % 11"),
        ),
        elsewhere(
            "Three sums as examples.",
            "Examples of a rule above.",
        ),
        ruled(
            "The table has seven seats.",
            "test_every_house_plays_by_its_own_document",
            "test_the_felt_has_the_boxes_and_positions_of_its_house",
            topic="positions",
            broken=breaks("table/rules/houses.py", '"6", "7"', '"6", "7", "8"', after="ADMIRAL = Profile("),
        ),
        ruled(
            "At each of them one can stake on Punto, Banco and the tie.",
            "test_every_house_has_a_box_for_each_bet_before_each_position",
            topic="egalite",
            broken=breaks(
                "table/rules/profile.py", "return (Box.PUNTO, Box.BANCO, Box.EGALITE,", "return (Box.PUNTO, Box.BANCO,"
            ),
        ),
        ruled(
            "Seated or standing: several guests may stake at one position, each on their own account.",
            "admiral_several_bettors",
            "test_several_bettors_at_one_position_each_have_a_maximum",
            topic="stakes_per_position",
            broken=breaks(
                "table/rules/houses.py",
                'stakes_per_position="many"',
                'stakes_per_position="one"',
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "A stake on the tie needs no other beside it.",
            "test_elsewhere_a_tie_stands_alone",
            topic="tie_requires_main",
            broken=breaks(
                "table/rules/houses.py",
                "source=CASINO_ADMIRAL,",
                "source=CASINO_ADMIRAL,\n    tie_requires_main=True,",
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "The tax that is due when Banco wins can be laid ready in its place on the layout.",
            "admiral_tax_laid_ready",
            "test_tax_that_lay_ready_is_theirs_and_the_commission_comes_from_it",
            "test_the_commission_stands_in_the_place_of_the_tax_once_it_is_due",
            topic="tax",
            broken=breaks("table/rules/houses.py", 'tax="laid_ready"', 'tax="taken"', after="ADMIRAL = Profile("),
        ),
    ),
    "Third cards": (
        stated(
            "Punto with 0 to 5 gets a third card, unless Banco has 8 or 9.",
            "test_punto_draws_up_to_five",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 4"),
        ),
        stated(
            "Punto with 6 or 7 gets none.",
            "test_the_reader_has_no_choice",
            "test_punto_draws_up_to_five",
            broken=breaks("table/rules/regola.py", "MOST_TO_DRAW = 5", "MOST_TO_DRAW = 6"),
        ),
        stated(
            "With 8 or 9 on either side neither gets one.",
            "test_eight_or_nine_on_two_cards_of_either_side_stops_both",
            broken=breaks("table/rules/regola.py", "NATURAL = 8\n", "NATURAL = 9\n"),
        ),
        default(
            "Banco with 0 to 2 is not spoken of: it draws.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_banco_draws_up_to_five_when_punto_stood",
            broken=breaks("table/rules/regola.py", '"T TTTTTTTTTT"', '"T TTTTTTTTTR"', after="TABLE = ("),
        ),
        ruled(
            "Banco with 3 draws but on an 8 of Punto; with 4 only on 2 to 7; with 5 only on 4 to 7; with 6 only on 6 "
            "or 7; with 7 never.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            topic="regola.table",
            broken=breaks("table/rules/regola.py", '"R RRRRRRTTRR"', '"R RRRRRRRTRR"'),
        ),
        ruled(
            "It draws as every other house does, also where its rows leave a cell open.",
            "test_banco_draws_on_puntos_third_card_as_printed",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.same",
            broken=breaks("table/rules/regola.py", '"T RRTTTTTTRR"', '"T RTTTTTTTRR"'),
        ),
        ruled(
            "“Only” is said of Punto’s third card: where Punto stood Banco draws with 4 and 5 too.",
            "test_banco_draws_up_to_five_when_punto_stood",
            topic="regola.punto_stood",
            broken=breaks("table/rules/regola.py", '"T RRRRTTTTRR"', '"R RRRRTTTTRR"'),
        ),
    ),
    "Payment and money": (
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
            "Banco is paid one to one less a tax of five per cent.",
            "admiral_several_bettors",
            "test_five_percent_of_the_win_of_banco_goes_to_the_house",
            topic="banco_payout",
            broken=breaks("table/rules/payout.py", "commission=5)", "commission=4)"),
        ),
        ruled(
            "So it is printed, the tax beside the odds.",
            "test_every_house_plays_by_its_own_document",
            "test_prices_are_printed_as_the_house_prints_them_whatever_its_document_is_called",
            topic="printed_odds",
            broken=breaks(
                "table/rules/houses.py",
                "source=CASINO_ADMIRAL,",
                'source=CASINO_ADMIRAL,\n    printed_odds="net",',
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "The tie is paid eight to one.",
            "admiral_tronc_and_banknotes",
            topic="tie_to_one",
            broken=breaks("table/rules/payout.py", "Rate(100 * profile.tie_to_one)", "Rate(90 * profile.tie_to_one)"),
        ),
        ruled(
            "Stakes are made with chips.",
            "test_a_stake_that_no_chips_of_the_table_make_is_refused",
            topic="chips.laid",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid % profile.smallest_chip == 0,\n        Code.CHIP",
                "stake.laid,\n        Code.CHIP",
            ),
        ),
        stated(
            "Banknotes are changed into them at the table.",
            "admiral_tronc_and_banknotes",
            broken=breaks("table/rules/stakes.py", "        not cash,\n", "        True,\n"),
        ),
        ruled(
            "Foreign money is changed at the cash desk.",
            "admiral_tronc_and_banknotes",
            "test_other_money_is_changed_at_the_cash_desk",
            topic="currency.changed",
            broken=breaks("table/rules/stakes.py", "        currency == profile.currency,", "        currency,"),
        ),
        ruled(
            "The dealer takes no money from a hand: it is laid on the table before the dealer.",
            "test_banknotes_are_asked_about_where_the_house_takes_none_from_a_hand",
            "test_where_no_money_goes_from_hand_to_hand_it_is_asked_whether_the_banknotes_lie_there",
            topic="chips.from_hand",
            broken=breaks(
                "table/rules/houses.py",
                "marked(profile, FROM_HAND).mark.said is Said.STATED",
                "marked(profile, FROM_HAND).mark.said is Said.READING",
            ),
        ),
        ruled(
            "Minimum and maximum can be seen at each table.",
            "test_what_a_sign_says_can_be_read_at_five_metres_and_its_roads_too",
            topic="limits",
            unbroken="what it says is seen in a browser alone, and no browser is started for each mutant",
        ),
        ruled(
            "Stakes have a minimum and a maximum.",
            "test_one_chip_below_the_minimum_or_above_the_maximum_is_refused",
            topic="limits.binding",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid >= allowed.minimum,\n        Code.MIN",
                "stake.laid > 0,\n        Code.MIN",
            ),
        ),
        elsewhere(
            "It is customary to leave the staff a small part of what was won.",
            "A custom, and nobody’s duty.",
        ),
        ruled(
            "Each table has a box for tips, the Tronc.",
            "admiral_tronc_and_banknotes",
            topic="tips",
            broken=breaks("table/verbs/settling.py", "amount=amount, form=form)", "amount=2 * amount, form=form)"),
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
            "test_who_does_not_show_their_papers_gets_no_seat_and_takes_no_part_this_evening",
            broken=breaks("table/verbs/house/seating.py", "check is None or not check.lacking,", "True,"),
        ),
        ruled(
            "They have an official identity card: it is checked before a seat is given or a standing guest is "
            "admitted, once an evening.",
            "admiral_several_bettors",
            "test_admiral_checks_identity_once_an_evening_also_of_those_who_stand",
            topic="identity_check",
            broken=breaks(
                "table/verbs/house/seating.py",
                "    if not act.state.profile.identity_check:",
                "    if act.state.profile.identity_check:",
            ),
        ),
        elsewhere(
            "The ordinance on casinos, the law on games of money and the rules of the house hold besides.",
            "They are not among the five documents.",
        ),
        ruled(
            "The decision of the Direktion is final.",
            "art_10_disputes_admiral",
            "test_what_is_decided_is_decided",
            topic="disputes_decided_by",
            broken=breaks(
                "table/rules/houses.py",
                "disputes_decided_by=Role.DIREZIONE",
                "disputes_decided_by=Role.ISPETTORE_GIOCO",
                after="ADMIRAL = Profile(",
            ),
        ),
        ruled(
            "That holds for what no rule foresees as well.",
            "test_a_ruling_is_final_and_nobody_asks_again",
            topic="unforeseen",
            broken=breaks("procedures/case/cases.py", "        not ruled,\n", "        True,\n"),
        ),
    ),
}
