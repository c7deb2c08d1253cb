"""What else could have been used to find the same things: a scan by regular expressions, and rules for semgrep."""
