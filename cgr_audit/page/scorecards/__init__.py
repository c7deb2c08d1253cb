"""The page of a scorecard: its figures with charts and tables."""
