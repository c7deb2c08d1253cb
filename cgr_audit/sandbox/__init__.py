"""Running programs where they can do nothing but compute and ask the solver."""
