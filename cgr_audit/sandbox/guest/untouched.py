"""Builtins that a program cannot replace.

A function looks its builtins up in the ``__builtins__`` of its module, as it was when the function was defined. Every
guest module binds that name to this copy first, so a program that assigns to ``builtins.len`` changes nothing here.
"""

import builtins

BUILTINS = dict(vars(builtins))
