"""Verdicts and findings as scores of a log, so that Inspect's viewer shows them next to what was generated."""

from __future__ import annotations

from pathlib import Path

from inspect_ai import score
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log

from cgr_audit.errors import UsageError
from cgr_audit.inspect.scorers import answer_provenance, program_verdict

__all__ = ["export_scores"]


def export_scores(log: str | Path, out: str | Path, contract: str = "cgr", policy: str | None = None) -> EvalLog:
    """Write a copy of a log with the scores ``program_verdict`` and ``answer_provenance`` after its own.

    The explanation of a score names the reasons, its metadata holds every finding. The model of the log is not asked,
    and need not be reachable.

    Args:
        log: the log to read.
        out: the log to write; another file.
        contract: a built-in contract, or a TOML file.
        policy: a TOML file; the built-in policy by default.

    Raises:
        UsageError: ``out`` is the log itself, or there is no such log.
    """
    if not Path(log).is_file():
        raise UsageError(f"{log}: no such log")
    if Path(out).resolve() == Path(log).resolve():
        raise UsageError(f"{out}: would be overwritten; write to another file")
    scorers = [program_verdict(contract, policy), answer_provenance(contract, policy)]
    scored = score(
        read_eval_log(str(log)), scorers, action="append", model="mockllm/model", model_roles={}, display="none"
    )
    write_eval_log(scored, str(out))
    return scored
