"""The house office: people and PINs, tables and their rules, own rules, displays and readers, and who is forgotten."""
