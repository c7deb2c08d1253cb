"""What ``sys.monitoring`` sees of a run: the lines that ran, and memory that could not be had."""

from opcode import opmap
from sys import monitoring
from types import CodeType

from .untouched import BUILTINS

__builtins__ = BUILTINS

_TOOL = 4
_RAISED_BY_PROGRAM = tuple([opmap[name] for name in ("RAISE_VARARGS", "YIELD_VALUE", "RESUME")])
"""Instructions at which an exception is the program's own: ``raise``, and those where ``throw`` puts one."""
_LINE = monitoring.events.LINE
_DISABLE = monitoring.DISABLE
_set_local_events = monitoring.set_local_events
_register = monitoring.register_callback


def watch(end_run):
    """Start watching; gives the function that watches a program's code and the one that returns its lines.

    A request for more memory than the address space has ends the run at once, whether or not the program would catch
    the exception; a program's own ``raise MemoryError`` does not. (One that only passes the limit never returns.)
    """
    seen = set()
    excused = []
    add_line = seen.add
    excuse = excused.append

    def on_line(_code, line):
        add_line(line)
        return _DISABLE

    def on_raise(code, offset, error):
        if type(error) is MemoryError and not error.args:
            if code.co_code[offset] in _RAISED_BY_PROGRAM:
                excuse(error)
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
