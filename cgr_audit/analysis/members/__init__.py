"""Members and parameters of modules and classes, and uses of those that do not exist."""
