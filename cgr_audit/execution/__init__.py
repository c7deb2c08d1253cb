"""Running a package: the direct and the assisted path of every row, kept in a ledger that survives anything."""
