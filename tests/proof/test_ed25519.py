"""Ed25519 as the verifier checks it, beside RFC 8032 and beside the library that signs."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from table.verifier.ed25519 import ORDER, verifies

# RFC 8032, 7.1: tests 1, 2, 3 and SHA(abc); key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595b"
            "be24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb430"
            "2aeeb00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716e"
            "d28dc027beceea1ec40a"
        ),
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643c"
            "e80e2a9ac94fa54ca49f"
        ),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138a"
            "c17ad9bef1177331a704"
        ),
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_signatures_of_the_rfc_are_valid_and_none_of_their_neighbours_is(
    key: str, message: str, signature: str
) -> None:
    public, said, signed = map(bytes.fromhex, (key, message, signature))
    assert verifies(public, said, signed)
    assert not verifies(public, said + b"!", signed)
    for place in (0, 31, 32, 63):
        assert not verifies(public, said, signed[:place] + bytes([signed[place] ^ 1]) + signed[place + 1 :])
    assert not verifies(bytes([public[0] ^ 1]) + public[1:], said, signed)
    # The same response written with the order of the group added to it is no second signature.
    again = int.from_bytes(signed[32:], "little") + ORDER
    assert not verifies(public, said, signed[:32] + again.to_bytes(32, "little"))
    assert not verifies(public[:31], said, signed)
    assert not verifies(public, said, signed[:63])


@settings(max_examples=20)
@given(secret=st.binary(min_size=32, max_size=32), message=st.binary(max_size=200))
def test_what_the_library_signs_is_valid(secret: bytes, message: bytes) -> None:
    private = Ed25519PrivateKey.from_private_bytes(secret)
    public = private.public_key().public_bytes_raw()
    assert verifies(public, message, private.sign(message))
    assert not verifies(public, message, private.sign(message + b"!"))


def test_what_is_no_point_is_no_key() -> None:
    assert not verifies(b"\xff" * 32, b"", bytes(64))
    # y = 2 is on no point of the curve, and x = 0 has no odd form.
    assert not verifies((2).to_bytes(32, "little"), b"", bytes(64))
    assert not verifies((1 | 1 << 255).to_bytes(32, "little"), b"", bytes(64))
