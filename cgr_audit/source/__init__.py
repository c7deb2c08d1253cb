"""Where programs come from and what they are: collecting, bytes, text, trees, contracts."""
