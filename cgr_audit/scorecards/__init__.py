"""Four published ways to judge generated programs and reasoning beyond the final answer, computed as their authors do.

A library: rows go in, frozen values come out, and nothing is printed.
"""
