"""Ranking: points, ratings and the rows of tables, folded from finished matches."""
