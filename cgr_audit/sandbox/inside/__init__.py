"""Programs of our own that run inside the sandbox; only the standard library is there."""
