"""Running programs over items: attempts, ledger, rows."""
