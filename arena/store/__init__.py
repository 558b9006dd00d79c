"""The store: one SQLite file a league, and the only SQL of the project."""
