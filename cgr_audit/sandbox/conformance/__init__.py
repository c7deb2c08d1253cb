"""One suite of programs that any sandbox must pass, and what each of them has to come to."""
