"""What the history of a coup does not draw by its name: each act and each effect is drawn, or stands here."""

ACTS_NOT_DRAWN = frozenset(
    {
        # Drawn by what they brought about, which their effects tell.
        *("annul", "burn", "card_out", "deal", "open_bets", "order_blank", "order_dealer_to_complete", "pass_reading"),
        *(
            "call_blank",
            "play_blank",
            "report_visible",
            "set_button",
            "suspend",
            "turn_banco",
            "turn_punto",
            "turn_third",
        ),
        # Read from the cards once all of them lie.
        *("settle", "turn_battuta"),
        # The shoe between two taglie; a coup begins with a shoe that is ready.
        *("call_last_coup", "cut", "insert_cut_card", "keep_decks", "load", "reconcile", "replace_decks", "shuffle"),
        *("load_virtual", "void_shoe"),
        # Who sits where; a position is drawn as taken if it had a part in the coup.
        *("assign", "cancel_reservation", "confirm_identity", "leave_standing", "mark", "occupy", "release"),
        *("call_guest", "pass_over", "refuse_identity", "withdraw_call"),
        *("report_unmarked_absence", "reserve", "return", "stand_at"),
        # Those who watch, and the rules, which the coup has kept.
        *("acknowledge_alert", "annotate", "change_rules", "confirm_limits", "dispose", "go_to_alert", "open_table"),
        *("answer_call", "close_call"),
        *("set_limits", "set_up", "sign_off", "sign_on", "take_over", "tip", "withdraw_correction"),
    }
)
EFFECTS_NOT_DRAWN = frozenset(
    {
        # Words, and how something was done.
        *("asked_again", "lifted_from_the_cloth", "noted", "phrase", "phrase_due"),
        # What inspectors are told; what it does to the coup has an effect of its own, or stands in its act.
        *("banco_turned_early", "card_early", "correction_asked", "correction_taken_back", "count_differs"),
        *("cut_card_too_deep", "declaration_without_effect", "entry_corrected", "mask_out_of_place"),
        *("premature_turn", "read_otherwise", "remaining_extracted", "wrong_announcement"),
        # Read from the place of the cut card and the hand.
        *("cut_card_of_the_next_coup", "cut_card_undecided"),
        # What the seals of a shoe were, for those who check them.
        *("seals_opened", "shoe_sealed"),
        # Of a coup that was over by then.
        "adjusted",
        # Stakes, which are laid again with the act that names them.
        *(
            "bet_returned",
            "left_without_owner",
            "set_aside",
            "set_aside_given_back",
            "not_computed",
            "not_repeated",
            "repeated",
            "tax_laid",
            "tax_returned",
        ),
        # What nobody collects is out of the coup.
        *("custody_changed", "custody_closed", "given_to_owner", "kept_for_owner", "uncollected"),
        # Who sits where, and who works.
        *("clock_jumped", "seat_freed", "seats_cleared", "signed_off", "signed_on", "suspended"),
        # The shoe and the rules as the coup found them.
        *(
            "tronc",
            "decks_kept",
            "decks_replaced",
            "exported",
            "limits_applied",
            "notes_erased",
            "rules_changed",
            "rules_in_force",
            "seal_key_named",
            "taglia_started",
        ),
    }
)
