"""Who is who: sessions of the staff, PINs, the addresses of devices, and the pairing of displays."""
