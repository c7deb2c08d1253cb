"""What ``sys.monitoring`` sees of a run: the lines that ran, and memory that could not be had."""

from opcode import opmap
from sys import monitoring
from types import CodeType

from .untouched import BUILTINS

__builtins__ = BUILTINS

_TOOL = 4
_RAISE_STATEMENT = opmap["RAISE_VARARGS"]
_LINE = monitoring.events.LINE
_DISABLE = monitoring.DISABLE
_set_local_events = monitoring.set_local_events
_register = monitoring.register_callback
_RESERVE_BYTES = 2 << 20


def watch(end_run):
    """Start watching; gives the function that watches a program's code and the one that returns its lines.

    An allocation that failed ends the run at once, whether or not the program would catch the exception; a program's
    own ``raise MemoryError`` does not.
    """
    seen = set()
    excused = []
    reserve = bytearray(_RESERVE_BYTES)

    def on_line(_code, line):
        seen.add(line)
        return _DISABLE

    def on_raise(code, offset, error):
        if type(error) is MemoryError and not error.args:
            del reserve[:]
            if code.co_code[offset] == _RAISE_STATEMENT:
                excused.append(error)
            elif not any([error is raised for raised in excused]):
                end_run("memory")

    monitoring.use_tool_id(_TOOL, "cgr-audit")
    _register(_TOOL, _LINE, on_line)
    _register(_TOOL, monitoring.events.RAISE, on_raise)
    monitoring.set_events(_TOOL, monitoring.events.RAISE)

    def watch_code(code):
        _set_local_events(_TOOL, code, _LINE)
        for constant in code.co_consts:
            if type(constant) is CodeType:
                watch_code(constant)

    def lines():
        return sorted(seen)

    return watch_code, lines
