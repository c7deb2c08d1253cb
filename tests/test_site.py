"""The documents as a site: built strictly, and without anything from a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOADED = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?\s(?:src|href)=["']?(?:https?:)?//[^\s"'>]+""")


@pytest.mark.slow
@pytest.mark.skipif(find_spec("material") is None, reason="the dependency group docs is not installed")
def test_the_site_has_no_dead_link_and_loads_nothing_from_a_network(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    pages = [*tmp_path.rglob("*.html")]
    assert len(pages) > 80
    assert {found for page in pages for found in LOADED.findall(page.read_text("utf-8"))} == set()
    assert "iframe-worker.js" in (tmp_path / "index.html").read_text("utf-8")
