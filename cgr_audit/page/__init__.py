"""The report of a package: one self-contained page, and its Markdown twin."""
