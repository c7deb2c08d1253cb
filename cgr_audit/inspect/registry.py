"""What Inspect's entry points load: everything that registers itself by a decorator when it is imported."""

from importlib.util import find_spec

from cgr_audit.inspect import approvers, scorers

__all__ = ["approvers", "scorers"]

if find_spec("inspect_scout") is not None:
    from cgr_audit.inspect import scanners  # noqa: F401  registered by being imported
