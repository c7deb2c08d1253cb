"""Running generated programs for the scorecards: what functions return, and whether programs pass their tests."""
