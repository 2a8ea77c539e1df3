"""Super Punto Banco, Art. 10 to 16: stakes, seats, and who decides."""

from table.rules.topics.sources import SUPER_PUNTO_BANCO
from tests.law.mutant import breaks
from tests.law.sentence import Sentences, ruled_by, stated

ruled = ruled_by(SUPER_PUNTO_BANCO)

SENTENCES: Sentences = {
    "Art. 10": (
        ruled(
            "A coup is exhausted once its cards are burned.",
            "art_08_found_after_payment",
            "test_once_the_cards_are_burned_the_coup_is_exhausted",
            "test_once_the_cards_are_burned_nothing_is_found_any_more",
            topic="disputes_decided_by.over",
            broken=breaks("procedures/articles/layout_answers.py", "            not played,\n", "            True,\n"),
        ),
        ruled(
            "A dispute that comes after it is decided by the Ispettore di Gioco.",
            "art_10_disputes",
            "test_it_is_decided_by_the_office_that_the_house_names",
            "test_cards_result_button_and_money_of_the_coup_stay_as_they_were",
            topic="disputes_decided_by",
            broken=breaks("procedures/verbs/disputing.py", "        act.role == decides,", "        True,"),
        ),
    ),
    "Art. 11": (
        ruled(
            "A position has one single stake.",
            "art_11_one_stake_a_position",
            "test_a_second_stake_in_the_main_slot_is_refused_on_the_same_side_and_on_the_other",
            topic="stakes_per_position",
            broken=breaks("table/rules/stakes.py", "slot(profile, stake) not in taken", "True"),
        ),
        ruled(
            "Raising it before «Rien ne va plus» makes no second one of it.",
            "test_raising_or_lowering_ones_own_stake_is_no_second_stake",
            topic="stakes_per_position.raised",
            broken=breaks("table/rules/stakes.py", "_without(felt, old), new)", "felt, new)"),
        ),
        ruled(
            "It lies on Punto or on Banco.",
            "art_11_one_stake_a_position",
            "test_a_position_has_one_stake_on_punto_or_on_banco_and_one_on_egalite",
            topic="both_sides",
            broken=breaks("table/rules/stakes.py", "kind(stake.box)\n    return f", "str(stake.box)\n    return f"),
        ),
        stated(
            "A stake on Egalité may lie beside it.",
            "premessa_tie",
            "test_a_second_stake_on_egalite_is_refused",
            broken=breaks("table/rules/stakes.py", "slot(profile, stake) not in taken", "not taken"),
        ),
        ruled(
            "It may lie there alone too.",
            "premessa_nobody_on_punto",
            "test_elsewhere_a_tie_stands_alone",
            topic="tie_requires_main",
            broken=breaks(
                "table/rules/stakes.py",
                "not profile.tie_requires_main or Box.EGALITE not in boxes",
                "Box.EGALITE not in boxes",
            ),
        ),
    ),
    "Art. 12": (
        ruled(
            "A stake is one person’s.",
            "art_11_one_stake_a_position",
            "test_a_second_bettor_at_a_position_is_refused",
            "test_nobody_adds_to_the_stake_of_another",
            topic="stakes.individual",
            broken=breaks("table/rules/stakes.py", "new.bettor == old.bettor,", "True,"),
        ),
        stated(
            "It is made of chips of the house.",
            "art_11_one_stake_a_position",
            "test_a_stake_that_no_chips_of_the_table_make_is_refused",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid % profile.smallest_chip == 0,\n        Code.CHIP",
                "stake.laid,\n        Code.CHIP",
            ),
        ),
        ruled(
            "Banknotes that are staked are changed for them by the dealer at once.",
            "art_11_one_stake_a_position",
            "test_banknotes_are_changed_before_the_betting_is_closed",
            "test_a_stake_raised_with_banknotes_waits_for_the_dealer_to_change_them",
            topic="chips.laid",
            broken=breaks("table/rules/stakes.py", "        not cash,\n", "        True,\n"),
        ),
    ),
    "Art. 13": (
        ruled(
            "Places are given, after a reservation, by the Ispettore di Gioco or the Capo Isola.",
            "art_13_life_of_a_seat",
            "test_a_verb_is_declared_as_the_regulations_have_it",
            topic="seats",
            broken=breaks(
                "table/verbs/house/seating.py",
                "SEATERS = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA)",
                "SEATERS = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DEALER)",
            ),
        ),
        ruled(
            "Nobody sits down at a marked place, whose holder is away for a while.",
            "art_13_life_of_a_seat",
            "test_a_marked_place_is_nobody_elses_with_or_without_a_reservation",
            topic="seats.marked",
            broken=breaks(
                "table/play/seats.py",
                "        place.state != MARKED,\n        Code.SEAT_MARKED",
                "        True,\n        Code.SEAT_MARKED",
            ),
        ),
        ruled(
            "A player who leaves without having marked the place loses the right to it.",
            "art_13_life_of_a_seat",
            "test_whose_right_to_a_seat_was_lost_stands_in_the_record",
            topic="seats.lost",
            broken=breaks(
                "table/verbs/house/seating.py",
                "_check_state(act, place, OCCUPIED)\n    free(act, place)",
                "_check_state(act, place, OCCUPIED)",
            ),
        ),
        ruled(
            "Only the Ispettore di Gioco or the Capo Isola gives it again.",
            "art_13_life_of_a_seat",
            "test_a_verb_is_declared_as_the_regulations_have_it",
            topic="seats.lost",
            broken=breaks(
                "table/verbs/house/seating.py",
                "SEATERS = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA)",
                "SEATERS = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DEALER)",
            ),
        ),
        ruled(
            "Who stands may take part for a time at a free position.",
            "art_13_life_of_a_seat",
            "test_the_stake_of_a_standing_player_stays_for_the_coup_when_the_seat_is_given",
            topic="seats.standing",
            broken=breaks("table/verbs/house/seating.py", "Standing.objects.create(table", "Standing(table"),
        ),
        ruled(
            "A marked position is not free: nobody stands there either.",
            "art_13_life_of_a_seat",
            topic="seats.marked_free",
            broken=breaks(
                "table/play/seats.py",
                "        place.state != MARKED,\n        Code.SEAT_MARKED",
                "        True,\n        Code.SEAT_MARKED",
            ),
        ),
        ruled(
            "A mark lasts until its holder is back or those who give places release it.",
            "test_a_marked_seat_is_released_by_those_who_give_seats",
            "test_a_marked_place_shows_since_when",
            topic="seats.mark_lasts",
            broken=breaks("table/verbs/house/seating.py", "place.state == OCCUPIED or act.role in SEATERS,", "True,"),
        ),
        ruled(
            "A player on foot who has staked on Punto does not read the cards.",
            "art_13_standing_top_bettor",
            "test_a_standing_player_never_reads_even_with_the_highest_stake",
            "test_who_sits_down_after_the_closing_stood_at_it_and_does_not_read",
            topic="reader.standing",
            broken=breaks("table/rules/reading.py", "if bettor.seated and bettor.in_action", "if bettor.in_action"),
        ),
        ruled(
            "Then the next in the ranking who is seated reads.",
            "art_13_standing_top_bettor",
            "test_where_the_house_says_so_the_dealer_completes_under_a_higher_standing_stake",
            topic="standing_top_bet",
            broken=breaks(
                "table/rules/reading.py",
                'profile.standing_top_bet == "dealer_completes" and all(',
                'profile.standing_top_bet != "dealer_completes" and all(',
            ),
        ),
    ),
    "Art. 14": (
        ruled(
            "The Ispettore di Gioco raises or lowers minimum and maximum at any moment of the taglia.",
            "art_14_limits_during_the_taglia",
            "test_the_last_of_several_decisions_holds",
            topic="limits_decided_by",
            broken=breaks(
                "table/verbs/house/supervision.py", "    table.limit_ranges.filter(standing=state).delete()\n", ""
            ),
        ),
        ruled(
            "Stakes have a minimum and a maximum.",
            "test_one_chip_below_the_minimum_or_above_the_maximum_is_refused",
            "test_exactly_the_minimum_and_exactly_the_maximum_are_accepted",
            topic="limits.binding",
            broken=breaks(
                "table/rules/stakes.py",
                "stake.laid >= allowed.minimum,\n        Code.MIN",
                "stake.laid > 0,\n        Code.MIN",
            ),
        ),
        ruled(
            "The maximum is of one player on one box, over all positions.",
            "test_the_maximum_is_of_one_bettor_on_one_box_over_all_positions_and_through_third_parties",
            topic="limits.of_bettor",
            broken=breaks(
                "table/rules/stakes.py", "        total <= allowed.maximum,", "        stake.laid <= allowed.maximum,"
            ),
        ),
        ruled(
            "Limits that the Ispettore di Gioco decides hold from the next coup.",
            "art_14_limits_during_the_taglia",
            "test_from_the_next_coup_the_new_limits_bind",
            topic="limits_decided_by.from",
            broken=breaks(
                "table/verbs/house/supervision.py", "announce_limits_by else NEXT\n", "announce_limits_by else NOW\n"
            ),
        ),
        ruled(
            "The Ispettore di Gioco may suspend the game.",
            "art_14_suspension",
            "test_suspended_in_the_betting_every_stake_is_refunded_and_can_be_repeated",
            "interplay_suspension_with_a_blank_due",
            topic="suspended_by",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "_cancel(act, state.coup)\n    table.status = SUSPENDED",
                "_cancel(act, state.coup)\n    table.status = OPEN",
            ),
        ),
        ruled(
            "The Ispettore di Gioco owes no notice and no reason for it.",
            "art_14_suspension",
            "test_a_reason_may_be_given_for_a_suspension_and_is_kept_as_a_note",
            topic="suspended_by.reason",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "def suspend(act: Act, *, reason: Text | None = None)",
                "def suspend(act: Act, *, reason: Text)",
            ),
        ),
    ),
    "Art. 15": (
        ruled(
            "Stakes that nobody takes back are dealt with as the Direzione has laid down.",
            "art_15_what_nobody_collects",
            "test_the_direzione_alone_disposes_of_it_in_its_words_and_whatever_the_table_is_doing",
            topic="uncollected",
            broken=breaks("table/verbs/settling.py", "roles=[Role.DIREZIONE],", "roles=[Role.DEALER],"),
        ),
        ruled(
            "So are winnings that nobody collects.",
            "art_15_what_nobody_collects",
            "test_what_is_paid_before_an_empty_place_is_kept_for_its_owner",
            topic="uncollected",
            broken=breaks(
                "table/play/money.py",
                "        elif amount > 0:\n            keep_stake",
                "        elif amount < 0:\n            keep_stake",
            ),
        ),
        ruled(
            "What stays on the felt without its owner is in nobody’s game.",
            "art_15_stake_without_its_owner",
            "test_each_stake_without_an_owner_is_told",
            topic="uncollected.out",
            broken=breaks(
                "table/play/stakes.py",
                "        if owner_there(act.state, old):\n            left",
                "        if True:\n            left",
            ),
        ),
    ),
    "Art. 16": (
        ruled(
            "The regulations may be amended.",
            "test_a_new_version_stands_beside_the_old_one_until_the_next_taglia",
            topic="amended",
            broken=breaks(
                "table/verbs/house/office.py",
                "version = table.policies.count() + 1",
                "version = table.policies.count()",
            ),
        ),
        ruled(
            "A new version of the house rules holds from the next taglia and stands on the sign.",
            "test_a_new_version_stands_beside_the_old_one_until_the_next_taglia",
            "test_the_sign_shows_what_this_very_table_pays_and_the_version_of_its_rules",
            topic="amended.from",
            broken=breaks(
                "table/verbs/house/office.py",
                "    if state.shoe is None:\n        bring_rules",
                "    if True:\n        bring_rules",
            ),
        ),
        ruled(
            "What is not foreseen is decided by the Direzione Giochi.",
            "art_16_direzione_decides",
            "test_what_nobody_foresaw_the_direzione_decides",
            topic="unforeseen",
            broken=breaks("procedures/verbs/ruling.py", "roles=[Role.DIREZIONE],", "roles=[Role.ISPETTORE_GIOCO],"),
        ),
        stated(
            "Nobody appeals against its decision.",
            "art_16_direzione_decides",
            "test_a_ruling_is_final_and_nobody_asks_again",
            broken=breaks("procedures/case/cases.py", "        not ruled,\n", "        True,\n"),
        ),
        ruled(
            "It stands above the others: it may suspend the game too, and only it resumes what it has suspended.",
            "art_14_suspension",
            "test_the_direzione_suspends_in_every_house_and_what_it_suspended_only_it_resumes",
            topic="suspended_by.direzione",
            broken=breaks(
                "table/verbs/house/supervision.py",
                "act.role == Role.DIREZIONE or not direzione_suspended(act.table),",
                "True,",
            ),
        ),
        ruled(
            "It may have money put right.",
            "art_16_money_corrected",
            "test_what_was_paid_is_corrected_by_lines_of_their_own",
            topic="rulings.money",
            broken=breaks(
                "procedures/verbs/ruling.py",
                "    _check_amounts(act, ordered)\n    correct(act, coup, ordered)",
                "    _check_amounts(act, ordered)",
            ),
        ),
    ),
}
