"""Random scaffolds, what they do in the sandbox under scripted solvers, and whether the analyses are contradicted.

:mod:`production` and the tables beside it are the grammar, :mod:`writer` writes a program of it, :mod:`execution` runs
one, :mod:`claims` says what an analysis claims that an execution can contradict, :mod:`oracle` puts these together, and
:mod:`shrinking` makes what it finds small.
"""
