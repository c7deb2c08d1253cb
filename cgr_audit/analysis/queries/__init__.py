"""What the rules ask of a program, each answered from the analyses."""
