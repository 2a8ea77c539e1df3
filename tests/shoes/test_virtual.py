"""A virtual shoe by itself: whole decks, an order of its own each time, seals that tell nothing and bind all."""

import json
from collections import Counter
from hashlib import sha256

import pytest

from table.rules.cards import DECK, decks, parse_all
from table.rules.shoe import seal_of
from table.shoes.virtual import UnturnedCard, commitment, seal, shuffled


@pytest.mark.parametrize("count", [1, 6, 8])
def test_a_virtual_shoe_holds_its_decks_and_no_other_card(count: int) -> None:
    assert Counter(shuffled(count)) == dict.fromkeys(DECK, count)


def test_no_two_shoes_come_in_the_same_order() -> None:
    assert len({shuffled(6) for _ in range(3)} | {decks(6)}) == 4


def test_cards_are_sealed_in_their_order_and_equal_faces_have_unequal_seals() -> None:
    sealed = seal(parse_all("7S KH 7S"))
    assert [(it.order, it.face) for it in sealed] == [(1, "7S"), (2, "KH"), (3, "7S")]
    assert all(len(bytes.fromhex(it.salt)) == 16 for it in sealed)
    assert len({it.salt for it in sealed}) == len({seal_of(it.face, it.salt) for it in sealed}) == 3


def test_a_seal_is_the_digest_of_salt_and_face() -> None:
    it = UnturnedCard(1, "TD", "00112233445566778899aabbccddeeff")
    assert seal_of(it.face, it.salt) == sha256(bytes.fromhex(it.salt) + b"TD").hexdigest()


def test_the_commitment_is_one_digest_over_the_row_of_all_seals() -> None:
    sealed = seal(parse_all("7S KH"))
    row = json.dumps([seal_of(it.face, it.salt) for it in sealed], separators=(",", ":"))
    assert commitment(sealed) == commitment(sealed[::-1]) == sha256(row.encode()).hexdigest()


def test_a_face_a_salt_or_an_order_that_is_exchanged_breaks_the_commitment() -> None:
    first, second = seal(parse_all("7S KH"))
    committed = commitment((first, second))
    assert committed != commitment((first._replace(face="8S"), second))
    assert committed != commitment((first, second._replace(salt=first.salt)))
    assert committed != commitment((first._replace(order=2), second._replace(order=1)))


def test_a_salt_of_another_length_seals_nothing() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        seal_of("7S", "00")
