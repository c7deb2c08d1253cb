"""From people's own items, programs and answers to a trace package."""
