"""Pages of the record, and the files that are handed out from them."""
