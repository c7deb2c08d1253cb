"""Rules that read an answer out of a response. The published one counts; the others are columns next to it."""
