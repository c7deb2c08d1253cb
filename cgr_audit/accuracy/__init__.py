"""Accuracy: what the rows say, with and without the programs that are not approved. Tables in, tables out."""
