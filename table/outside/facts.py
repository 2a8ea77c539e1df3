"""Facts of acts and effects that may leave the house, by verb and by effect; any other fact stays inside.

A face is only public as a fact of the card that was turned: what is keyed for a card may be keyed before it lies open,
so no argument with a card in it is named. Nor is any badge of the staff, anything of a guest's identity papers, or the
digest of a note.
"""

from collections.abc import Mapping

Published = Mapping[str, frozenset[str]]


def published(**names: str) -> dict[str, frozenset[str]]:
    """Split each value into a set of names of facts; a final underscore, as in ``raise_``, is dropped from the key."""
    return {name.rstrip("_"): frozenset(words.split()) for name, words in names.items()}


ACTS: dict[str, frozenset[str]] = {
    # Stakes
    **published(
        open_bets="",
        place="coup position box amount guest bettor cash currency",
        raise_="coup position box by guest cash",
        lower="coup position box by guest",
        withdraw="coup position box guest",
        clear="coup position",
        change_cash="coup position box guest",
        lay_tax="coup position guest",
        withdraw_tax="coup position guest",
        keep="coup position",
        repeat="coup position",
        close_bets="said",
        name_highest="coup position",
        pass_reading="",
        order_dealer_to_complete="",
    ),
    # Cards
    **published(
        play_blank="said",
        call_blank="said",
        deal="",
        card_out="exposed extra",
        report_visible="",
        declare="claim means unclear lifted",
        turn_battuta="",
        turn_banco="",
        turn_punto="early",
        turn_third="",
        extract_remaining="",
    ),
    # The end of the coup
    **published(
        announce="banco punto cards_speak",
        settle="",
        annul="",
        burn="open_next",
        tip="amount form",
        correct_entry="what reason",
        confirm_correction="correction",
        withdraw_correction="correction",
        dispose="slip",
    ),
    # The shoe
    **published(
        load="serial decks",
        load_virtual="decks",
        shuffle="",
        cut="position",
        insert_cut_card="behind",
        cut_card_out="hand_cards said",
        call_last_coup="said",
        replace_decks="serial",
        keep_decks="",
        void_shoe="",
        reconcile="burned left_over",
    ),
    # Seats
    **published(
        reserve="guest",
        cancel_reservation="guest",
        confirm_identity="",
        refuse_identity="",
        assign="guest position",
        call_guest="guest position number",
        pass_over="position number",  # noqa: S106 - no password
        withdraw_call="position number",
        answer_call="position",
        close_call="position",
        occupy="position",
        mark="position",
        return_="position",
        report_unmarked_absence="position",
        release="position",
        stand_at="position guest",
        leave_standing="position guest",
    ),
    # Those who watch, and the rules
    **published(
        sign_on="",
        take_over="",
        sign_off="",
        open_table="",
        close_table="",
        suspend="",
        resume="",
        set_limits="limits",
        confirm_limits="",
        set_button="position",
        order_blank="",
        annotate="",
        acknowledge_alert="number code",
        go_to_alert="number code",
        set_up="",
        change_rules="",
    ),
}
"""Public arguments by verb of a table; folders that declare verbs add theirs. The house's register has none."""
EFFECTS: dict[str, frozenset[str]] = {
    # Seats and stakes
    **published(
        seat_freed="position guest",
        seats_cleared="",
        signed_on="",
        signed_off="",
        clock_jumped="seconds",
        seal_key_named="",
        bet_returned="position box amount",
        tax_laid="position amount",
        tax_returned="position amount",
        repeated="position box amount",
        not_repeated="position box amount code",
        left_without_owner="position box amount bettor",
        set_aside="position box guest amount",
        set_aside_given_back="position guest amount",
        uncollected="slip position box guest amount kept",
        kept_for_owner="slip position guest amount",
        given_to_owner="position guest amount",
        custody_changed="slip amount old_amount",
        custody_closed="position guest amount",
        limits_applied="limits",
        reader_assigned="position",
        dealer_completes="",
    ),
    # Cards, by their numbers in the order of extraction
    **published(
        card_drawn="card at",
        card_turned="card face",
        read_otherwise="card",
        card_early="card",
        early_card_placed="card side",
        card_held="card seen",
        held_card_enters="card",
        card_visible="",
        cards_burned="cards seen",
        blank_due="",
        blank_started="",
        phrase="words",
        phrase_due="words",
        cut_card_of_the_next_coup="",
        cut_card_undecided="",
        asked_again="",
        lifted_from_the_cloth="",
        premature_turn="",
        banco_turned_early="",
        claim_differs="claim points",
        declaration_without_effect="claim points",
        differs_from_the_regola="",
        wrong_number="side",
        laid_elsewhere="came side",
        agrees_with_the_regola="",
    ),
    # The end of the coup
    **published(
        wrong_announcement="banco punto",
        settled="lines",
        refunded="lines",
        money_corrected="lines",
        adjusted="coup lines",
        money_ordered="coup lines",
        not_computed="",
        coup_annulled="",
        coup_burned="outcome",
        coup_cancelled="",
        button_moved="position",
        entry_corrected="what reason",
        lies_elsewhere="card as_card side",
        was_not_shown="card",
        correction_asked="what reason",
        correction_taken_back="what",
    ),
    # The shoe
    **published(
        taglia_started="taglia law",
        taglia_ended="taglia out",
        cut_card_too_deep="behind",
        mask_out_of_place="out place",
        cards_missing="count",
        shoe_sealed="commitment",
        seals_opened="count",
        cut_card_came="out",
        remaining_extracted="count expected",
        count_differs="counted expected",
        coup_null="count",
        decks_replaced="old new",
        decks_kept="serial",
    ),
    # Those who watch, and the house
    **published(
        suspended="",
        suspend_pending="",
        noted="",
        tronc="amount chips cash",
        rules_changed="version",
        rules_in_force="version",
        exported="",
        notes_erased="",
    ),
}
"""Public facts by effect; folders that declare effects add theirs."""
