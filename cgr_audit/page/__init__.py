"""The report: one self-contained page, and its Markdown twin."""
