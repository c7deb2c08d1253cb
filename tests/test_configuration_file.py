"""Files of the auditor's that cannot be read are refused in one line that names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "c.toml: not valid TOML: Invalid value (at end of document)"),
        ("a = " + "[" * 50_000, "c.toml: not TOML that can be read: arrays or tables are nested too deeply"),
        ("a = " + "9" * 10_000, "c.toml: not TOML that can be read: a number has too many digits"),
    ],
)
def test_toml_that_cannot_be_read_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_toml(text, "c.toml")
    assert str(caught.value) == said


def test_a_text_that_is_not_utf8_is_refused_with_its_byte(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_bytes(b"a = 1\n\xff")
    with pytest.raises(UsageError) as caught:
        read_text(path, "the policy")
    assert str(caught.value) == f"{path}: cannot read the policy: byte 6 is not UTF-8"
