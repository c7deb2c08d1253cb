"""What can be done from Python; ``cgr_audit`` itself exports it."""
