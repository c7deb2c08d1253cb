"""What is read from a run of the interpreter: provenance, call bound, responses."""
