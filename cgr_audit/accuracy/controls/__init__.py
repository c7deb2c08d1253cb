"""Controls: what the same items would have given without a program, compared with the assisted answers row by row."""
