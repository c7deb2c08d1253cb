"""Exceptions of a program, told without running any of its code."""

from types import FrameType, TracebackType

from .encode import type_name
from .untouched import BUILTINS

__builtins__ = BUILTINS

PROGRAM = "<program>"
_LONGEST = 2000
_args_of = BaseException.__dict__["args"].__get__
_traceback_of = BaseException.__dict__["__traceback__"].__get__
_syntax_message_of = SyntaxError.__dict__["msg"].__get__
_syntax_line_of = SyntaxError.__dict__["lineno"].__get__
_syntax_column_of = SyntaxError.__dict__["offset"].__get__
_frame_of = TracebackType.__dict__["tb_frame"].__get__
_next_of = TracebackType.__dict__["tb_next"].__get__
_line_at = TracebackType.__dict__["tb_lineno"].__get__
_code_of = FrameType.__dict__["f_code"].__get__
_PRINTABLE = (int, float, bool, type(None))


def describe(error):
    """Type, message and line of an exception; the line is the program's own, or nothing."""
    kind = type(error)
    # By identity: comparing would call the metaclass of a hostile type.
    if kind is SyntaxError or kind is IndentationError or kind is TabError:
        message, line = _plain(_syntax_message_of(error)), _syntax_line_of(error)
        column = _syntax_column_of(error)
    else:
        message, line, column = _message(_args_of(error)), _line_of(error), None
    return {
        "type": type_name(kind),
        "message": message[:_LONGEST],
        "line": line if type(line) is int else None,
        "column": column if type(column) is int else None,
    }


def has_program_line(error):
    """Whether an exception passed through code of the program."""
    return _line_of(error) is not None


def _message(values):
    parts, length = [], 0
    for value in values:
        if length >= _LONGEST:
            break
        parts.append(_plain(value))
        length += len(parts[-1])
    return ", ".join(parts)


def _plain(value):
    if type(value) is str:
        return value[:_LONGEST]
    if type(value) is int and value.bit_length() > 1000:
        return "<int>"
    return repr(value) if type(value) in _PRINTABLE else "<" + type_name(type(value)) + ">"


def _line_of(error):
    line = None
    step = _traceback_of(error)
    while step is not None:
        name = _code_of(_frame_of(step)).co_filename
        # A program can give its code a file name of a type of its own.
        if type(name) is str and name == PROGRAM:
            line = _line_at(step)
        step = _next_of(step)
    return line
