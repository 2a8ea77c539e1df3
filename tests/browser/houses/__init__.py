"""An evening at each house on its own screens, every figure of them beside the one that its document makes.

Nothing here asks the rules of the table: figures are typed from the documents, and cards are reckoned by hand.
"""
