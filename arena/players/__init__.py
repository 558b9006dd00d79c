"""How a seat is played: by a bot in a process of its own, in this process, by a person."""
