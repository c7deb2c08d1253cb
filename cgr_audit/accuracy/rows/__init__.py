"""The rows table: result rows joined with gold, verdicts and findings, and its files."""
