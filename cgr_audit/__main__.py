"""``python -m cgr_audit`` is ``cgr-audit``."""

from cgr_audit.cli.main import main

if __name__ == "__main__":
    main()
