"""A league's season: who takes part, and the loop that plays it."""
