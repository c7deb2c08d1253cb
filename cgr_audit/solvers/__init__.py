"""Solvers: what answers a program's prompts."""

from cgr_audit.solvers.interface import Response

__all__ = ["Response"]
