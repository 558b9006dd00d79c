"""A program bot's ``bot.toml``: what it may say, and how mistakes are told."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BotError
from arena.players.manifest import Manifest, read_manifest

FILES = {"bot.toml": False, "bot": True, "bin/bot": True, "bot.js": False}

RIGHT = {
    'command = ["./bot"]': Manifest(["./bot"], []),
    'command = ["bin/bot", "", "a b"]': Manifest(["bin/bot", "", "a b"], []),
    'command = "node bot.js"': Manifest(["node", "bot.js"], []),
    "command = \"./bot 'a b' $HOME\"": Manifest(["./bot", "a b", "$HOME"], []),
    'command = ["/usr/bin/node", "../x"]': Manifest(["/usr/bin/node", "../x"], []),
    'programs = ["java", "./bin/bot"]\ncommand = "./bot"': Manifest(
        ["./bot"], ["java", "./bin/bot"]
    ),
    '\ufeffcommand = ["./bot"]\r\n': Manifest(["./bot"], []),
}


@pytest.mark.parametrize(("text", "expected"), RIGHT.items())
def test_right(text: str, expected: Manifest) -> None:
    assert expected == read_manifest(text.encode(), "bot.toml", FILES)


WRONG = {
    "": '1: there is no command; command is a list of texts such as ["node", "bot.js"]',
    "# mine\n\ncommand = 3": "3: command is 3; command is a list of texts",
    "command = []": "1: command has 0 words; it has 1 to 100",
    'command = " "': "1: command has 0 words",
    f"command = {['x'] * 101}": "1: command has 101 words",
    "command = ['']": '1: command names "", which names no file; a program is an executable',
    "command = ['.']": '1: command names ".", which names no file',
    'command = ["node", 3]': '1: command is ["node", 3]; command is a list of texts',
    "command = true": "1: command is true; ",
    "command = {}": "1: command is a table; ",
    "\n[command]": "2: command is a table; ",
    'command = "node \'bot"': '1: command is "node \'bot": no closing quotation; ',
    r'command = ["node", "a\u0000"]': r'1: command is ["node", "a\x00"]; no program can',
    "command = ['./none']": '1: command names "./none", which the bot\'s folder has not; a program',
    "command = ['./bot.js']": '1: command names "./bot.js", which is not executable; chmod +x bot',
    "command = ['bin/../bot']": '1: command names "bin/../bot", which has ".."',
    "command = ['../../usr/bin/node']": 'which has ".."',
    "command = ['/tmp/bot']": '1: command names "/tmp/bot", which is the path of no system program',
    "command = ['/usr/bin/../../tmp/bot']": 'which has ".."',
    "command = 'node'\n\nprograms = 'java'": '3: programs is "java"; programs is a list of at most',
    "command = 'node'\nprograms = [['java']]": '2: programs is [["java"]]; ',
    f"command = 'node'\nprograms = {['java'] * 9}": "2: programs is [",
    "command = 'node'\nprograms = ['./bot', './none']": '2: programs names "./none", which the',
    "command = 'node'\nprogram = 'x'": "2: the key program is unknown; there are command and",
    r'command = "node"' + "\n" + r'"\u001b[2J" = 1': r"2: the key \x1b[2J is unknown",
    "command = 'node'\n[[x]]\nprograms = 1\n['a b']\nx = 1": "4: the key a b is unknown",
    "command = 'node'\n[x.y]\nprograms = 1": "2: the key x is unknown",
    "command = 'node'\ncommand = 'java'": "2: this is not TOML: ",
    "command = 'node'\n\ncommand": "3: this is not TOML: ",
    f"command = {'[' * 4000}": "1: ",
    "#" * 9000: "1: 9,000 bytes; it has at most 4,096.",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items(), ids=[text[:40] for text in WRONG])
def test_wrong(text: str, said: str) -> None:
    with pytest.raises(BotError, match=re.escape(said)) as caught:
        read_manifest(text.encode(), "bot.toml", FILES)
    assert str(caught.value).startswith("bot.toml:")


def test_all_mistakes_are_told_in_the_order_of_their_lines() -> None:
    text = "names = '''\ncommand = 1'''\nprograms = 1\ncommand = [\n  2,\n]\n"
    with pytest.raises(BotError) as caught:
        read_manifest(text.encode(), "x/bot.toml", FILES)
    found = [complaint[:24] for complaint in str(caught.value).splitlines()]
    assert found == [
        "x/bot.toml:1: the key na",
        "x/bot.toml:3: programs i",
        "x/bot.toml:4: command is",
    ]


def test_what_is_not_utf_8_has_its_line() -> None:
    with pytest.raises(BotError, match=r"^bot.toml:2: byte 0xff is not UTF-8; TOML is\.$"):
        read_manifest(b"# \n\xff", "bot.toml", FILES)


@given(st.lists(st.text(st.characters(codec="utf-8")), max_size=4), st.binary(max_size=200))
def test_anything_is_read_or_refused(words: list[str], noise: bytes) -> None:
    listed = ", ".join(f"'{word}'" for word in words)
    for content in [noise, f"command = [{listed}]".encode()]:
        try:
            manifest = read_manifest(content, "bot.toml", FILES)
        except BotError:
            continue
        given_words = tomllib.loads(content.decode("utf-8-sig"))["command"]
        assert given_words == manifest.command or isinstance(given_words, str)
