"""A seed in a file of its own, to which the league file commits (design, Seeds)."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import LeagueError
from arena.league.committed import seed_warnings
from arena.league.reading import read_committed, read_league

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
    f'commitment = "{RIGHT}"\nseed_file = "."': ":5: the seed file .* it is no regular file",
    f'commitment = "{RIGHT}"\nseed_file = "pipe.seed"': "cannot be read: it is no regular file",
    f'commitment = "{RIGHT}"\nseed_file = "/dev/zero"': "cannot be read: it is no regular file",
    f'commitment = "{RIGHT}"\nseed_file = "nowhere.seed"': "cannot be read: No such file",
    f'commitment = "{RIGHT}"\nseed_file = "round.seed"': "cannot be read: Too many levels of symb",
    f'commitment = "{RIGHT}"\nseed_file = "empty.seed"': "is not the one that",
    f'commitment = "{RIGHT}"\nseed_file = "long.seed"': "cannot be read: a seed has at most 1,024",
    f'commitment = "{RIGHT}"\nseed_file = "{"x" * 300}"': "cannot be read: File name too long",
}


@pytest.mark.parametrize(("lines", "said"), WRONG.items())
def test_refused_with_a_sentence(tmp_path: Path, lines: str, said: str) -> None:
    (tmp_path / "house.seed").write_text(SEED)
    (tmp_path / "spoilt.seed").write_bytes(b"\xff")
    (tmp_path / "empty.seed").touch()
    (tmp_path / "long.seed").write_text(SEED * 17)
    (tmp_path / "nowhere.seed").symlink_to("none.seed")
    (tmp_path / "round.seed").symlink_to("round.seed")
    os.mkfifo(tmp_path / "pipe.seed")
    with pytest.raises(LeagueError, match=said) as refused:
        read_league(league(tmp_path, lines))
    assert SEED not in str(refused.value)


LINES = f'commitment = "{RIGHT}"\nseed_file = "house.seed"'


def test_the_seed_file_may_be_a_link_to_where_it_is_kept(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text(SEED)
    (tmp_path / "house.seed").symlink_to("kept")
    assert SEED == read_league(league(tmp_path, LINES)).seed


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_seed_file_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house.seed").write_text(SEED)
    (tmp_path / "house.seed").chmod(0)
    with pytest.raises(LeagueError, match=r"house\.seed cannot be read: Permission denied"):
        read_league(league(tmp_path, LINES))


def test_who_needs_no_secret_needs_no_seed_file(tmp_path: Path) -> None:
    read = read_league(league(tmp_path, LINES), secret=False)
    assert (None, RIGHT) == (read.seed, read.commitment)


def test_a_seed_is_read_from_a_league_whose_bots_are_gone(tmp_path: Path) -> None:
    (tmp_path / "house.seed").write_text(SEED)
    file = league(tmp_path, LINES)
    (tmp_path / "bot.py").unlink()
    assert (RIGHT, SEED) == read_committed(file)
    (tmp_path / "house.seed").unlink()
    assert (RIGHT, None) == read_committed(file, secret=False)
    with pytest.raises(LeagueError, match=r"the seed file .*No such file"):
        read_committed(file)


@pytest.mark.parametrize(
    ("mode", "seed", "said"),
    [
        (0o600, SEED, []),
        (0o400, SEED, []),
        (0o644, SEED, ["others may use the seed file (mode 644)"]),
        (0o620, SEED, ["others may use the seed file (mode 620)"]),
        (0o600, "secret", ["a seed of 6 characters can be found from its commitment by trying"]),
        (0o640, "", ["(mode 640)", "a seed of 0 characters"]),
    ],
)
def test_what_makes_it_less_of_a_secret(
    tmp_path: Path, mode: int, seed: str, said: list[str]
) -> None:
    file = tmp_path / "house.seed"
    file.write_text(seed)
    file.chmod(mode)
    found = seed_warnings(file, seed)
    assert len(said) == len(found)
    assert all(part in sentence for part, sentence in zip(said, found, strict=True))
    assert not seed or not any(seed in sentence for sentence in found)
