"""TEN, ruleset ten-1: the auction and push-your-luck card game for 1 to 5 players."""
