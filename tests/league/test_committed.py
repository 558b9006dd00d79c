"""A seed in a file of its own, to which the league file commits (design, Seeds)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import LeagueError
from arena.league.reading import read_league

SEED = "5f0c" * 16
RIGHT = f"sha256:{sha256(SEED.encode()).hexdigest()}"


def league(folder: Path, lines: str) -> Path:
    (folder / "bot.py").write_text("")
    file = folder / "house.toml"
    file.write_text(
        f"""[league]
name = "House"
game = "ten-1"
{lines}
[tables]
seats = 1
deals = 1
[[bots]]
name = "bot"
path = "bot.py"
"""
    )
    return file


@pytest.mark.parametrize("content", [SEED, SEED + "\n", SEED + "\r\n"])
def test_the_seed_is_what_the_file_holds(tmp_path: Path, content: str) -> None:
    (tmp_path / "house.seed").write_bytes(content.encode())
    read = read_league(league(tmp_path, f'commitment = "{RIGHT}"\nseed_file = "house.seed"'))
    assert (SEED, RIGHT) == (read.seed, read.commitment)


WRONG = {
    f'commitment = "{RIGHT}"': "house.toml:4: league.commitment and league.seed_file go together",
    'seed_file = "house.seed"': "house.toml:4: league.commitment and league.seed_file go together",
    f'seed = "1"\ncommitment = "{RIGHT}"': "house.toml:5: league.commitment and league.seed excl",
    f'commitment = "{RIGHT}"\nseed_file = "none.seed"': "toml:5: the seed file .*No such file",
    f'commitment = "{RIGHT[:-1]}x"\nseed_file = "house.seed"': "house.toml:4: league.commitment is",
    f'commitment = "sha256:{"0" * 64}"\nseed_file = "house.seed"': "is not the one that",
    f'commitment = "{RIGHT}"\nseed_file = "spoilt.seed"': "is not UTF-8",
    f'commitment = "{RIGHT}"\nseed_file = "."': "house.toml:5: the seed file .*cannot be read",
}


@pytest.mark.parametrize(("lines", "said"), WRONG.items())
def test_refused_with_a_sentence(tmp_path: Path, lines: str, said: str) -> None:
    (tmp_path / "house.seed").write_text(SEED)
    (tmp_path / "spoilt.seed").write_bytes(b"\xff")
    with pytest.raises(LeagueError, match=said) as refused:
        read_league(league(tmp_path, lines))
    assert SEED not in str(refused.value)
