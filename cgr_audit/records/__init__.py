"""Trace packages: records, reading with every line checked, and writing deterministic bytes."""
