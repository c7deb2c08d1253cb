"""What the rules ask of a program: provenance, call bound, responses, termination."""
