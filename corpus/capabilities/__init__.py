"""Programs that reach ``os``, a file, a frame or code through allowed modules; the gate must refuse every one.

``programs.txt`` holds them, each with a title and a function ``reach`` that returns what it reached; :mod:`suite` reads
them, and ``python -m benchmarks.capabilities`` audits and runs them.
"""
