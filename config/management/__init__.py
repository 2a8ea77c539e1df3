"""Commands of this project that belong to no table: of `comunale`, and in place of libraries' own."""
