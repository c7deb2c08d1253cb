"""The built-in rules, one per file; installed as ``cgr_audit.rules``."""
