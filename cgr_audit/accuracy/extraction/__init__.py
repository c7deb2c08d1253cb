"""Answers by other extraction rules than the published one, next to it."""
