"""Asking a generator model for programs: prompts, attempts with feedback, and the package that comes of it."""
