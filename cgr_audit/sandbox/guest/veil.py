"""Keeping the runner's own frames and functions out of a program's sight.

Everything in one interpreter can be reached from everything else: by the frames below the entry, by those in a
traceback, by a function's globals, closure, builtins and code. What the interpreter offers for that is replaced here by
readers that skip what is the runner's own. The originals are left only in closures, which these readers do not show.

It is no wall: whatever a program reports, the host takes for the program's word. It keeps the report right where a
program looks around, or breaks what it finds.
"""

import gc
import inspect
import sys
import warnings
from types import FrameType, FunctionType, MappingProxyType, TracebackType

from .untouched import BUILTINS

__builtins__ = BUILTINS

RUNNER, HELPER = "<runner>", "<helper>"
"""The file names of code that the runner compiles itself: its own, and the helpers that programs call."""


def veil(own_files):
    """Hide frames and functions whose code is from one of these files; gives what stands for ``sys._getframe``."""
    own_files = frozenset((*own_files, RUNNER, HELPER))
    code_of_frame = FrameType.__dict__["f_code"].__get__
    code_of_function = FunctionType.__dict__["__code__"].__get__
    back_of = FrameType.__dict__["f_back"].__get__
    getframe = sys._getframe

    def is_own_frame(frame):
        name = code_of_frame(frame).co_filename
        return type(name) is str and name in own_files

    def is_own_function(function):
        name = code_of_function(function).co_filename
        return type(name) is str and name in own_files

    def first_foreign(frame):
        while frame is not None and is_own_frame(frame):
            frame = back_of(frame)
        return frame

    def f_back(frame):
        return first_foreign(back_of(frame))

    def _getframe(depth=0, /):
        frame = first_foreign(getframe(1))
        while depth > 0 and frame is not None:
            frame = f_back(frame)
            depth -= 1
        if frame is None:
            raise ValueError("call stack is not deep enough")
        return frame

    def shown(name, instead):
        read = FunctionType.__dict__[name].__get__
        return property(lambda function: instead() if is_own_function(function) else read(function))

    def kept(name):
        original = FunctionType.__dict__[name]
        read, write, remove = original.__get__, original.__set__, original.__delete__

        def change(function, value):
            if is_own_function(function):
                raise AttributeError(f"attribute {name!r} of the sandbox's functions cannot be changed")
            write(function, value)

        def delete(function):
            if is_own_function(function):
                raise AttributeError(f"attribute {name!r} of the sandbox's functions cannot be changed")
            remove(function)

        # A bound method of the descriptor itself would show the descriptor.
        return property(lambda function: read(function), change, delete)  # noqa: PLW0108

    functions = {"__globals__": shown("__globals__", dict), "__builtins__": shown("__builtins__", dict)}
    functions["__closure__"] = shown("__closure__", lambda: None)
    functions |= {name: kept(name) for name in ("__code__", "__defaults__", "__kwdefaults__")}
    _change(FunctionType, functions)
    _change(FrameType, {"f_back": property(f_back)})
    _change(TracebackType, _traceback_attributes(is_own_frame))
    _change(type, {"__subclasses__": _foreign_subclasses(), "__dict__": property(_read_only_names())})
    return _getframe


def _traceback_attributes(is_own_frame):
    """Attributes of tracebacks that pass over the runner's frames."""
    names = TracebackType.__dict__
    frame_of, instruction_of = names["tb_frame"].__get__, names["tb_lasti"].__get__
    next_of, set_next = names["tb_next"].__get__, names["tb_next"].__set__
    nowhere = _frame_of_nothing()

    def tb_frame(traceback):
        frame = frame_of(traceback)
        return nowhere if is_own_frame(frame) else frame

    def tb_lasti(traceback):
        # The frame that is shown instead has no such instruction.
        return -1 if is_own_frame(frame_of(traceback)) else instruction_of(traceback)

    def tb_next(traceback):
        following = next_of(traceback)
        while following is not None and is_own_frame(frame_of(following)):
            following = next_of(following)
        return following

    def set_tb_next(traceback, following):
        set_next(traceback, following)

    following = property(tb_next, set_tb_next)
    return {"tb_frame": property(tb_frame), "tb_lasti": property(tb_lasti), "tb_next": following}


def _foreign_subclasses():
    """``type.__subclasses__`` without the classes that are the runner's own."""
    subclasses_of = type.__subclasses__
    names_of = type.__dict__["__dict__"].__get__
    look_up = MappingProxyType.get
    own = __name__.partition(".")[0]

    def is_own(kind):
        module = look_up(names_of(kind), "__module__")
        return type(module) is str and module.partition(".")[0] in (own, "wit_world")

    def __subclasses__(self, /):  # noqa: N807
        return [kind for kind in subclasses_of(self) if not is_own(kind)]

    return __subclasses__


def _read_only_names():
    """``cls.__dict__``, for the interpreter's own types of a copy.

    A mapping proxy compares itself by handing what it stands for to the other side, which may be a program's object.
    """
    names_of = type.__dict__["__dict__"].__get__
    flags_of = type.__dict__["__flags__"].__get__
    copied, proxy = MappingProxyType.copy, MappingProxyType

    def __dict__(kind):  # noqa: N807
        names = names_of(kind)
        return proxy(copied(names)) if flags_of(kind) & _IMMUTABLE else names

    inspect._get_dunder_dict_of_class = __dict__
    return __dict__


def _frame_of_nothing():
    """A frame that shows nothing and leads nowhere: of a generator that has not begun."""
    space = {"__builtins__": {}}
    exec(compile("def sandbox():\n    yield\n", RUNNER, "exec"), space)
    generator = space.pop("sandbox")()
    frame = generator.gi_frame
    _kept_alive.append(generator)
    return frame


_kept_alive = []
_IMMUTABLE = 1 << 8
"""Flag of the types whose attributes Python does not let change."""


def _change(kind, names):
    """Replace attributes of a type that Python would not let change."""
    (inner,) = gc.get_referents(kind.__dict__)
    inner.update(names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys._clear_type_cache()
