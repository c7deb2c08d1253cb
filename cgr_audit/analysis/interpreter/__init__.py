"""The abstract interpreter: it runs the module, then the entry, once on every path.

:mod:`values`, :mod:`objects` and :mod:`state` are what it computes with; :mod:`statements`, :mod:`loops`,
:mod:`protected`, :mod:`expressions`, :mod:`conditions` and :mod:`calls` run a program; :mod:`library` models what lies
outside. What it records is read by :mod:`cgr_audit.analysis.queries`.
"""
