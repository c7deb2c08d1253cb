"""CLR-Bench: whether the answer is right, and whether the rationale is."""
