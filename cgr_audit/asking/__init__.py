"""Asking models for the rows that the scorecards read: ``cgr-audit ask``."""
