"""Solvers: what answers a program's prompts."""
