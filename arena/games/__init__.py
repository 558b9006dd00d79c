"""The games: each a package with the rules of one game (design, Rooms)."""
