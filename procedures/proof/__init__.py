"""Files that the PDF of a case carries, so that it proves itself to whoever has it."""
