"""How similar two steps are: a strategy each, in a file of its own."""
