"""Lines of files, however long they are and however they end."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import RecordError
from arena.match.verifying import CHUNK_BYTES, Line, check_line, lines
from arena.records import MAX_LINE_BYTES


@given(st.lists(st.binary(max_size=20)), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_lines_are_numbered_and_blank_ones_left_out(
    contents: list[bytes], end: bytes, ended: bool
) -> None:
    contents = [content.replace(b"\n", b"").rstrip(b"\r") for content in contents]
    text = end.join(contents) + (end if ended and contents else b"")
    assert list(lines(BytesIO(text))) == [
        Line(number, content) for number, content in enumerate(contents, start=1) if content.strip()
    ]


class Counted(BytesIO):
    """Notes how much was asked for at once."""

    most = 0

    def readline(self, size: int | None = -1) -> bytes:
        text = super().readline(size)
        self.most = max(self.most, len(text))
        return text


@pytest.mark.parametrize("length", [MAX_LINE_BYTES + 1, MAX_LINE_BYTES + 2, 5 * MAX_LINE_BYTES])
def test_a_line_that_is_too_long_fills_no_memory_and_hides_no_other(length: int) -> None:
    stream = Counted(b"x" * length + b"\r\nnext\n")
    long, following = lines(stream)
    assert following == Line(2, b"next")
    assert stream.most <= CHUNK_BYTES
    with pytest.raises(RecordError, match="a line has at most 1,048,576 bytes, this one more"):
        check_line(long)


def test_the_longest_line_is_read_as_a_whole() -> None:
    (line,) = lines(BytesIO(b"x" * MAX_LINE_BYTES + b"\r\n"))
    assert len(line.text) == MAX_LINE_BYTES
    with pytest.raises(RecordError, match="not a match record"):
        check_line(line)
