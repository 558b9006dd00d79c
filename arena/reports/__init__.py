"""Reports: what is known of a league, as texts for people and programs."""
