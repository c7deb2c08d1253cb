"""Verifying a recorded package: it is run again from its own recording, and what differs is told."""
