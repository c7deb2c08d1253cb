"""``eval``, ``exec``, ``globals``, ``locals``, ``vars`` and ``dir`` as they are where a program asks.

The originals mean the innermost frame of Python code, whoever's it is. An object whose ``__bool__`` is ``partial(eval,
text)`` would be shown the runner's names wherever the runner asks it whether it is true. These mean the innermost frame
that is not the runner's.

What they look up by name is what a program can replace: so there is nothing of the kind in here, and this module has
the program's builtins, since ``exec`` gives those of its caller to a namespace that has none.
"""

import builtins
import sys
from types import FrameType


def namespace_functions(calling_frame):
    """The replacements by name; ``calling_frame()`` gives the frame that is meant, or raises ``ValueError``."""
    evaluate, execute, attributes_of, names_of = builtins.eval, builtins.exec, builtins.vars, builtins.dir
    type_of, copied, in_order = type, dict, sorted
    globals_of = FrameType.__dict__["f_globals"].__get__
    locals_of = FrameType.__dict__["f_locals"].__get__
    view_of_locals = type(sys._getframe().f_locals)

    def names_in(frame):
        found = locals_of(frame)
        return copied(found) if type_of(found) is view_of_locals else found

    def eval(source, /, globals=None, locals=None):  # noqa: A001, A002
        if globals is None:
            frame = calling_frame()
            globals = globals_of(frame)  # noqa: A001
            locals = names_in(frame) if locals is None else locals  # noqa: A001
        return evaluate(source, globals, locals)

    def exec(source, /, globals=None, locals=None, *, closure=None):  # noqa: A001, A002
        if globals is None:
            frame = calling_frame()
            globals = globals_of(frame)  # noqa: A001
            locals = names_in(frame) if locals is None else locals  # noqa: A001
        execute(source, globals, locals, closure=closure)

    def globals():  # noqa: A001
        return globals_of(calling_frame())

    def locals():  # noqa: A001
        return names_in(calling_frame())

    def vars(*of):  # noqa: A001
        return attributes_of(*of) if of else names_in(calling_frame())

    def dir(*of):  # noqa: A001
        return names_of(*of) if of else in_order(names_in(calling_frame()))

    functions = (eval, exec, globals, locals, vars, dir)
    for function in functions:
        function.__qualname__ = function.__name__
        function.__module__ = "builtins"
    return {function.__name__: function for function in functions}
