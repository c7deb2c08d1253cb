"""What can be known of a program by reading it: names, control flow, call graph, provenance, call bound."""
