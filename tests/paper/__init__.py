"""What of the documents is made from the code: the tables, the tree of modules, and the picture of the rooms."""
