"""The result rows of a package on a page: a table of them all, and of each its program and its calls."""
