"""CodeMind: whether a model predicts what a program gives, and whether its own programs pass their tests."""
