"""League files: from TOML to a plan, or to every complaint with its line."""
