"""How control goes through functions: graphs, dominators, and what no path reaches."""
