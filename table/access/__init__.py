"""Who is who: sessions of the staff, PINs and wrong ones, tokens, addresses of devices, pairing of displays."""
