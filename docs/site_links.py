"""A hook of ``mkdocs.yml``: pages from the repository's root, and links to files that the site does not have."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("CONTRIBUTING.md", "CHANGELOG.md")
OUTSIDE = re.compile(r"\[([^\[\]]+)\]\((?:\.\./)+([^()\s]+)\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that the repository keeps at its root."""
    for name in PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Name a file of the repository by its path; a site on its own cannot open it."""
    return OUTSIDE.sub(lambda link: link[1] if link[1].startswith("`") else f"{link[1]} (`{link[2]}`)", markdown)
