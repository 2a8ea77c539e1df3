"""A machine plays whole evenings at a table, well and badly, and the laws of the game are looked up after every act."""
