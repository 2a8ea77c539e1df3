"""What people look at: values read from the rules, made ready for a page in one language. Nothing is decided here."""
