"""Programs that reach ``os``, a file, a frame or code through modules that a contract allows, none of which may be run.

``programs.txt`` holds them, each with a title and a function ``reach`` that returns what it got at; :mod:`suite` reads
them, and ``python -m benchmarks.capabilities`` audits them and shows that they do what they are there for.
"""
