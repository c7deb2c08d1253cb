"""The control flow of functions: graphs, and what no path reaches."""
