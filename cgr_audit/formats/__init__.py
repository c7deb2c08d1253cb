"""How an audit is written out: terminal, JSON, SARIF, CSV."""
