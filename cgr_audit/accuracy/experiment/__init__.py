"""The experiment that a package records: items against rows, who took part, and how programs were generated."""
