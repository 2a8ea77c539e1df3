"""Topics of Sabot's own, which no document of a game deals with; they are the same in every house."""

from collections.abc import Mapping

OF_SABOT: Mapping[str, str] = {
    "acts": "Every act has its offices and its turn in the coup.",
    "acts.awaited": "Play stands still while a case waits for who has to decide it.",
    "bank": "What lies in the rack is counted before play and after it, and what leaves or reaches it has a slip.",
    "bank.counts": "Nobody attests or decides on their own count, and nobody who counts is shown what to find.",
    "bank.movements": "What leaves the cage is received, taken back, or void, once and by two persons.",
    "boxes": "A stake lies on a box that the felt of the house has.",
    "cases": "What went wrong is reported, said more of, withdrawn and decided as a case, and stays in the record.",
    "cases.attested": "What an inspector has attested is put right by the Ispettore di Gioco alone.",
    "cases.cause": "Who caused it is named by an Ispettore di Gioco, and by nobody else.",
    "cases.once": "One thing is one case.",
    "cases.order_lost": "Where the order of fallen cards is lost, the coup is rebuilt or annulled before an inspector.",
    "cases.remedy": "A case is decided by a remedy that its article has, on the hands that lie there.",
    "corrections": "What was keyed wrong is put right as what was keyed; old and new stay in the record.",
    "corrections.paid": "A coup that is paid is put right by the Ispettore di Gioco, with a reason.",
    "custody": "What is kept for an owner has a slip, is kept once, and is disposed of once, in words.",
    "deck.serials": "Decks are known by their serial, and those that were replaced are not used again.",
    "display": "A display asks for what can be asked for now, and the dealer confirms it.",
    "evidence": "What is said of a card fits the cards that it speaks of.",
    "evidence.faces": "Nothing is decided before the faces are known on which it hangs.",
    "limits.pair": "Limits are a minimum and a maximum for each kind of stake, that can be laid in chips of the table.",
    "presence.decides": "Who decides is one of those who are present.",
    "presence.no_party": "Nobody attests what they caused, a hand they corrected, or what they withdrew or ratified.",
    "presence.own_pin": "A PIN that somebody else has given attests nothing, nor does one from the giver’s device.",
    "presence.second": "The second of two persons is another one than the first, and works at this table.",
    "resumed": "Who may suspend the game has it go on; what the Direzione suspended, the Direzione alone.",
    "rulings.whole": "A ruling has a text, and effects that can be carried out together.",
    "seats.known": "Whoever stakes or reads is on record as sitting or standing there.",
    "seats.waiting": "Who waits for a seat stands on one list for all tables, and is called from it once.",
    "shoe.counted": "The cards of a taglia are accounted for.",
}  # fmt: skip
"""Sabot’s own topics, each with its rule."""
