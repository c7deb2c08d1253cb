"""The files of a package as differences name them."""

from __future__ import annotations

__all__ = ["CALLS", "CONFIG", "MANIFEST", "PROGRAMS", "RESULTS", "VERDICTS"]

MANIFEST, CONFIG = "manifest.json", "config.json"
PROGRAMS, RESULTS, CALLS, VERDICTS = "programs.jsonl", "results.jsonl", "calls.jsonl", "verdicts.jsonl"
