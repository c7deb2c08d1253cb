"""How control goes through functions: graphs, and what no path reaches."""
