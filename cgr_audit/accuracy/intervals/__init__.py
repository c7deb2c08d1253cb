"""Intervals: how far a figure could be from what other pairs, datasets, solvers or items would show."""
