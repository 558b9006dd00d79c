"""A match: the referee and the caretaker, blocks, and the replay of records."""
