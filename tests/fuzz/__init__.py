"""Whatever anybody may send to the house, by chance: frames, requests, and sockets that are opened and left."""
