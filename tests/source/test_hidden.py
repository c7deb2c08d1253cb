"""Hidden characters: what hides is found where it stands, and what a script needs is left alone."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.source.hidden import confusable_reading, hidden_characters, identifiers


def places(text: str, undecoded: bool = False) -> list[tuple[int, int, int]]:
    return [(found.line, found.column, found.length) for found in hidden_characters(text, undecoded)]


@pytest.mark.parametrize(
    "text",
    [
        "s = 'naïve café — “quoted” … 日本語 العربية עברית'",
        "s = '👩\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈 👨🏽\u200d⚕️ 1️⃣'",
        "s = '🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f'",
        "# نمی\u200cدانم",
        "s = 'क्\u200dष ಕ್\u200cಷ'",
        "s = 'قیمت: \u200f12'",
        "s = '''\nשלום\u200e abc\n'''",
        "x = 1\f\ny = 2\r\n",
        "s = '\\u202e\\x00'",
        "s = 'ﬁ \u00a0'",
    ],
)
def test_what_a_script_or_emoji_needs_is_left_alone(text: str) -> None:
    assert places(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = 1\nb\u200b = 2", [(2, 2, 1)]),
        ("s = 'a\u200cb'", [(1, 7, 1)]),
        ("s = 'می\u200c\u200cخ'", [(1, 8, 2)]),
        ("s = '\u200d👩'", [(1, 6, 1)]),
        ("می\u200cخ = 1", [(1, 3, 1)]),
        ("s = 'x' # \u2066 \u2069", [(1, 11, 1), (1, 13, 1)]),
        ("s = 'abc\u200e'", [(1, 9, 1)]),
        ("s = ' \ufe0f'", [(1, 7, 1)]),
        ("s = 'a" + "\U000e0141\U000e0142" + "'", [(1, 8, 1)]),
        ("s = 'a\U000e0041\U000e0042'", [(1, 7, 2)]),
        ("s = 'a\u00ad b\u2060c\u3164'", [(1, 7, 1), (1, 10, 1), (1, 12, 1)]),
        ("s = '\x1b[0m \x08 \x7f'", [(1, 6, 1), (1, 11, 1), (1, 13, 1)]),
        ("s = '\ud83d\ude00'", [(1, 6, 2)]),
        ("ㅤ = 1", [(1, 1, 1)]),
        ("x = 1\r\n\0", [(2, 1, 1)]),
    ],
)
def test_what_hides_is_found_where_it_stands(text: str, found: list[tuple[int, int, int]]) -> None:
    assert places(text) == found


def test_bytes_that_could_not_be_decoded_are_no_characters() -> None:
    assert places("s = '\udcff'", undecoded=True) == []
    assert places("s = '\udcff'") == [(1, 6, 1)]


@pytest.mark.parametrize(
    ("word", "known", "reading"),
    [
        ("𝐞𝐯𝐚𝐥", (), "eval"),
        ("ﬁle", (), "file"),
        ("ｅxec", (), "exec"),
        ("xᵢ", (), "xi"),
        ("sоlve", (), "solve"),
        ("llm_mοdel", (), "llm_model"),
        ("ѕсоре", ("scope",), "scope"),
        ("х", ("x",), "x"),
        ("Α", ("A",), "A"),
        ("օps", (), "ops"),
        ("ıf", ("if",), "if"),
    ],
)
def test_a_name_that_reads_as_another_is_told_with_the_reading(word: str, known: tuple[str, ...], reading: str) -> None:
    assert confusable_reading(word, known) == reading


@pytest.mark.parametrize(
    "word",
    [
        "größe",
        "naïve",
        "длина",
        "ответ",
        "сора",
        "х",
        "Σ",
        "σ_x",
        "Δt",
        "λ1",
        "长度",
        "答え",
        "길이",
        "sayı",
        "ışık",
        "nº",
        "user_имя",
        "año",
        "α",
        "ν",
        "Ν",
        "x",
        "_",
        "ñ",
    ],
)
def test_a_name_that_is_plainly_its_own_is_left_alone(word: str) -> None:
    assert word.isidentifier()
    assert confusable_reading(word, ("solve", "if", "a", "answer")) is None


def test_only_words_of_the_code_are_names() -> None:
    text = "größe = 'größe'  # größe\n'''\nñ\n''' + é\n"
    assert [found for found in identifiers(text) if not found[2].isascii()] == [(1, 1, "größe"), (4, 7, "é")]


@given(st.text(st.sampled_from("абсехорABx_1ö𝐚ﬁ"), min_size=1, max_size=6).filter(str.isidentifier))
def test_a_reading_is_always_another_word_in_ascii(word: str) -> None:
    reading = confusable_reading(word, ("a", "c", "x"))
    if reading is not None:
        assert reading != word
        assert reading.isascii() or not unicodedata.normalize("NFKC", word).isascii()


def test_no_real_program_is_accused(data_folder: Path) -> None:
    for name in ("adas", "pot", "reflexion", "pal_aqua", "cruxeval"):
        for line in (data_folder / name / "programs.jsonl").read_text("utf-8").splitlines():
            text = json.loads(line)["source"]
            assert places(text) == []
            assert [word for _, _, word in identifiers(text) if confusable_reading(word, text.split())] == []
