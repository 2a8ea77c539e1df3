"""Identity of people and devices: staff sessions, PINs and wrong ones, tokens, addresses, pairing of displays."""
