"""A bot that tries every way out of its sandbox, and the judge of how far it got."""
