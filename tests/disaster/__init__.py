"""What may become of a backup: by chance, by somebody who holds the file and no key, by somebody who has the key."""
