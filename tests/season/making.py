"""Small leagues of quick bots."""

from __future__ import annotations

from pathlib import Path

BOTS = {
    "chance": "import random\n\ndef decide(view):\n    return random.choice(view.legal)\n",
    "first": "def decide(view):\n    return view.legal[0]\n",
    "last": "def decide(view):\n    return view.legal[-1]\n",
    "middle": "def decide(view):\n    return view.legal[len(view.legal) // 2]\n",
}


def write_league(
    folder: Path,
    bots: dict[str, str] | None = None,
    *,
    seats: int = 3,
    deals: int = 2,
    more: str = "",
    seed: str = 'seed = "1"',
) -> Path:
    """A league file with its bots beside it; ``more`` is put at its end."""
    bots = BOTS if bots is None else bots
    listed = ""
    for name, source in bots.items():
        (folder / f"{name}.py").write_text(source)
        listed += f'[[bots]]\nname = "{name}"\npath = "{name}.py"\n'
    league = folder / "league.toml"
    league.write_text(
        f'[league]\nname = "Test"\ngame = "ten-1"\n{seed}\n'
        f"[tables]\nseats = {seats}\ndeals = {deals}\n{more}\n{listed}"
    )
    return league
