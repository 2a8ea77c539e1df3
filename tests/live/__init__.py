"""The live screens, as programs see them: sockets of a served house."""
