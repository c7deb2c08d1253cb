"""What ``sys.monitoring`` sees of a run: lines that ran, branches taken, and memory that could not be had."""

from itertools import islice
from opcode import opmap
from sys import monitoring
from types import CodeType

from .untouched import BUILTINS

__builtins__ = BUILTINS

_TOOL = 4
_RAISED_BY_PROGRAM = tuple([opmap[name] for name in ("RAISE_VARARGS", "YIELD_VALUE", "RESUME")])
"""Instructions at which an exception is the program's own: ``raise``, and those where ``throw`` puts one."""
_LINE = monitoring.events.LINE
_FALLS_THROUGH = monitoring.events.BRANCH_LEFT
_JUMPS = monitoring.events.BRANCH_RIGHT
_OUTCOMES = {
    opmap["POP_JUMP_IF_TRUE"]: ("false", "true"),
    opmap["POP_JUMP_IF_FALSE"]: ("true", "false"),
    opmap["POP_JUMP_IF_NONE"]: ("not none", "none"),
    opmap["POP_JUMP_IF_NOT_NONE"]: ("none", "not none"),
}
"""What falling through an instruction and jumping there say of what it tests."""
_DISABLE = monitoring.DISABLE
_set_local_events = monitoring.set_local_events
_register = monitoring.register_callback


def watch(end_run):
    """Start watching; gives four functions.

    The first watches a program's code, the next two return its lines and its branches. The last is to be called when
    code is copied: the copy is not watched, so that the branches are unknown.

    A request for more memory than the address space has ends the run at once, whether or not the program would catch
    the exception; a program's own ``raise MemoryError`` does not. (One that only passes the limit never returns.)
    """
    seen = set()
    excused = []
    add_line = seen.add
    excuse = excused.append
    taken, copies = {}, []

    def on_line(_code, line):
        add_line(line)
        return _DISABLE

    def on_fall(code, offset, _target):
        taken[id(code)][1].append((offset, 0))
        return _DISABLE

    def on_jump(code, offset, _target):
        taken[id(code)][1].append((offset, 1))
        return _DISABLE

    def on_raise(code, offset, error):
        if type(error) is MemoryError and not error.args:
            if code.co_code[offset] in _RAISED_BY_PROGRAM:
                excuse(error)
            elif not any([error is raised for raised in excused]):
                end_run("memory")

    monitoring.use_tool_id(_TOOL, "cgr-audit")
    _register(_TOOL, _LINE, on_line)
    _register(_TOOL, _FALLS_THROUGH, on_fall)
    _register(_TOOL, _JUMPS, on_jump)
    _register(_TOOL, monitoring.events.RAISE, on_raise)
    monitoring.set_events(_TOOL, monitoring.events.RAISE)

    def watch_code(code):
        taken[id(code)] = code, []
        _set_local_events(_TOOL, code, _LINE | _FALLS_THROUGH | _JUMPS)
        for constant in code.co_consts:
            if type(constant) is CodeType:
                watch_code(constant)

    def lines():
        return sorted(seen)

    def branches():
        """Line, column in bytes and outcome of each branch taken, as one text, which takes little fuel to report."""
        found = set()
        for code, branches in taken.values():
            instructions, places, passed = code.co_code if branches else b"", code.co_positions(), 0
            for offset, jumped in sorted(branches):
                if offset // 2 > passed:
                    # What comes before a jump gives the value; the jump itself may have the place of something else.
                    line, _, column, _ = next(islice(places, offset // 2 - 1 - passed, None))
                    passed = offset // 2
                outcomes = _OUTCOMES.get(instructions[offset])
                if outcomes is not None and column is not None:
                    found.add(f"{line}:{column}:{outcomes[jumped]}")
        return None if copies else ",".join(sorted(found))

    def on_copy():
        copies.append(True)

    return watch_code, lines, branches, on_copy
