"""What makes the simulated package: its scaffolds, its truth, its runs, its files."""
