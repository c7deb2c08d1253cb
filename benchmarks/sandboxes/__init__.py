"""Other ways to run a program that nobody trusts, each timed by a script of its own."""
