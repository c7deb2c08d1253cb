"""A text that is not JSON is refused with what is wrong with it and what to do, whichever way it is broken."""

from __future__ import annotations

import pytest

from cgr_audit.json_faults import broken_bytes, is_no_text
from cgr_audit.records.json_text import RecordError, parsed_record

CUT = "the text that begins here has no end; is the line cut off, or does the text hold a line feed instead of \\n?"
UNFINISHED = "it ends before the object does; is it cut off, or is the object split over several lines?"
COMMA = "trailing comma in a list or object; remove it"
AFTER = "extra text after the end of the object; write one object to a line"
NO_OBJECT = "a JSON object is expected, which begins with a brace, not "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "not JSON: it is empty; a JSON object is expected"),
        (b" \r\n", "not JSON: it is empty; a JSON object is expected"),
        (b"{", f"not JSON at column 2: {UNFINISHED}"),
        (b"{\r\n", f"not JSON at column 2: {UNFINISHED}"),
        (b"[\n", f"not JSON at column 2: {UNFINISHED}"),
        (b'{"a": 1', f"not JSON at column 8: {UNFINISHED}"),
        (b'{"a":', f"not JSON at column 6: {UNFINISHED}"),
        (b'{"a": "cut', f"not JSON at column 7: {CUT}"),
        (b'{"a": "cut\n', f"not JSON at column 7: {CUT}"),
        (b'{"a": 1} {"b": 2}', f"not JSON at column 10: {AFTER}"),
        (b'{"a": 1}{"b": 2}\n', f"not JSON at column 9: {AFTER}"),
        (b'{"a": 1},\n', f"not JSON at column 9: {AFTER}"),
        (b'{"a": 1}\xc2\xa0', f"not JSON at column 9: {AFTER}"),
        (b'{"a": 1,}', f"not JSON at column 8: {COMMA}"),
        (b'{"a": [1, ]}', f"not JSON at column 9: {COMMA}"),
        (b"{'a': 1}", "not JSON at column 2: a single quote is not a quote of JSON; write a double one"),
        (b"{\"a\": 'x'}", "not JSON at column 7: a single quote is not a quote of JSON; write a double one"),
        (b"{a: 1}", "not JSON at column 2: a key in double quotes is expected"),
        (b'{"a" 1}', "not JSON at column 6: a colon is expected after the key"),
        (b'{"a": 1 "b": 2}', "not JSON at column 9: a comma, or a closing bracket or brace, is expected"),
        (b'{"a": }', "not JSON at column 7: a value is expected"),
        (b'{"a": .5}', "not JSON at column 7: a value is expected"),
        (b'{"a": None}', "not JSON at column 7: None is not JSON; write null"),
        (b'{"a": True}', "not JSON at column 7: True is not JSON; write true"),
        (b'{"a": [False]}', "not JSON at column 8: False is not JSON; write false"),
        (b'{"a": NaN}', "not JSON: NaN is not a JSON value; a missing value is null"),
        (b'{"a": -Infinity}', "not JSON: -Infinity is not a JSON value; a missing value is null"),
        (b'{"a": 1e999}', "not JSON: 1e999 is larger than any number of 64 bits"),
        (
            b'{"a": ' + b"9" * 5000 + b"}",
            "not JSON: 99999999999999999999... is a number of 5000 digits, too many to be read",
        ),
        (
            b'{"a": "x\ty"}',
            "not JSON at column 9: a text holds a control character; write a tab as \\t, a line feed as \\n",
        ),
        (b'{"a": "\\d"}', "not JSON at column 8: a backslash begins no escape that JSON knows; write two for one"),
        (b'{"a": "\\u12"}', "not JSON at column 9: \\u needs four hexadecimal digits after it"),
        (b"item_id,dataset\n", f"not JSON at column 1: {NO_OBJECT}'item_id'"),
        (b'  "a": 5,', f"not JSON at column 3: {NO_OBJECT}'\"a\"'"),
        (b"True", f"not JSON at column 1: {NO_OBJECT}'True'"),
        (b"}", f"not JSON at column 1: {NO_OBJECT}'}}'"),
        (b" \xc2\xa0", f"not JSON at column 2: {NO_OBJECT}'\\xa0'"),
        (b"\x1c\n", f"not JSON at column 1: {NO_OBJECT}'\\x1c'"),
        (b"# comment", f"not JSON at column 1: {NO_OBJECT}'#'"),
        (b'{"a": \n "b" "c"}', "not JSON at line 2, column 6: a comma, or a closing bracket or brace, is expected"),
        (b'{"a": "\xe9"}', "not JSON: byte 7 is not UTF-8; save it as UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON: it begins with a byte order mark; save it as UTF-8 without one"),
        ('{"a": 1}'.encode("utf-16"), "not JSON: it is UTF-16, or UTF-32; save it as UTF-8"),
        ('{"a": 1}'.encode("utf-32"), "not JSON: it is UTF-16, or UTF-32; save it as UTF-8"),
        ('\ufeff{"a": 1}'.encode("utf-16-be"), "not JSON: it is UTF-16; save it as UTF-8"),
        (
            '{"a": 1}'.encode("utf-16-le"),
            "not JSON: byte 1 is NUL; it is UTF-16 or no text at all: save it as UTF-8",
        ),
        (b"\x1f\x8b\x08", "not JSON: it is compressed by gzip; unpack it"),
        (b"\x28\xb5\x2f\xfd", "not JSON: it is compressed by zstd; unpack it"),
        (b"PK\x03\x04", "not JSON: it is a zip file; unpack it"),
        (
            b"version https://git-lfs.github.com/spec/v1\n",
            "not JSON: it is a pointer of Git LFS; fetch the file itself with `git lfs pull`",
        ),
        (b"<<<<<<< HEAD\n", "not JSON: it is a mark of a merge that conflicted; resolve the conflict"),
        (
            b'{"a": ' + b"[" * 200_000,
            "not JSON that can be read: lists or objects are nested too deeply",
        ),
        (b"[]", "/: an object is expected, not a list"),
        (b"null", "/: an object is expected, not null"),
        (b"true", "/: an object is expected, not true"),
        (b'"a"', "/: an object is expected, not text"),
        (b"5", "/: an object is expected, not a number"),
        (b'{"a": 1, "a": 2}', "/: duplicate key 'a'"),
    ],
)
def test_a_text_that_is_no_json_object_is_refused_in_words(text: bytes, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parsed_record(text, "f:1")
    assert str(caught.value) == f"f:1: {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\xff\xfe", "byte 0 is not UTF-8; save it as UTF-8"),
        (b"\xfe\xff\0{", "byte 2 is NUL, which no JSON holds; is the file damaged?"),
        (b"\x1f\x8b\x08", "byte 1 is not UTF-8; save it as UTF-8"),
        (b"\xef\xbb\xbf{}", "the line begins with a byte order mark; take it out"),
        (b'{"a": "\0"}', "byte 7 is NUL, which no JSON holds; is the file damaged?"),
        (b"<<<<<<< HEAD\n", "it is a mark of a merge that conflicted; resolve the conflict"),
    ],
)
def test_a_line_that_is_not_the_first_tells_of_itself_and_not_of_its_file(text: bytes, said: str) -> None:
    assert broken_bytes(text, line=285) == said
    with pytest.raises(RecordError) as caught:
        parsed_record(text, "f:285", line=285)
    assert str(caught.value) == f"f:285: not JSON: {said}"
    assert not is_no_text(text, line=285)


def test_marks_of_utf_16_without_a_nul_are_bytes_that_are_no_utf_8() -> None:
    for text in (b"\xff\xfe\n", b"\xfe\xff{}\n"):
        assert broken_bytes(text) == "byte 0 is not UTF-8; save it as UTF-8"
        assert not is_no_text(text)
