"""Answers by other extraction rules than the published one, beside it."""
