from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

from cgr_audit.page.rows.blocks import BLOCK, Blocks, Position


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


def noise(size: int) -> str:
    """Text that does not get smaller."""
    return random.Random(size).randbytes(size // 2).hex()


def test_every_record_is_where_its_position_says() -> None:
    blocks = Blocks(10_000_000)
    records = {number: {"text": noise(BLOCK // 3 + number)} for number in range(10)}
    for name, record in records.items():
        blocks.add(name, record)
    positions = blocks.close()
    assert len(blocks.texts) == 4
    assert {name: unpacked(blocks.texts[at.block])[at.place] for name, at in positions.items()} == records


def test_a_budget_is_kept_and_what_does_not_fit_has_no_position() -> None:
    blocks = Blocks(150_000)
    for number in range(20):
        blocks.add(number, noise(BLOCK // 2))
    positions = blocks.close()
    assert blocks.is_full
    assert 100_000 < blocks.used <= 150_000
    assert blocks.used == sum(map(len, blocks.texts))
    assert list(positions) == list(range(len(positions)))
    assert 0 < len(positions) < 20


def test_of_a_block_that_is_too_large_what_fits_is_held() -> None:
    blocks = Blocks(2_000)
    for number in range(8):
        blocks.add(number, noise(600 + number))
    assert blocks.close() == {0: Position(0, 0), 1: Position(0, 1), 2: Position(0, 2), 3: Position(0, 3)}


def test_without_room_there_is_nothing() -> None:
    blocks = Blocks(0)
    blocks.add("a", 1)
    assert blocks.close() == {}
    assert blocks.texts == []


def test_no_text_of_a_block_means_anything_in_a_page() -> None:
    blocks = Blocks(10_000)
    blocks.add("a", "</script><b>\u2028\ud800")
    blocks.close()
    assert set(blocks.texts[0]) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
    assert unpacked(blocks.texts[0]) == ["</script><b>\u2028\ud800"]
