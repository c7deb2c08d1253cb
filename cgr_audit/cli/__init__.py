"""The command line: one small module per command, wired in ``app.py``; the only place that knows typer."""
