"""The two functions that the component exports.

``run`` takes a JSON object: ``program`` (bytes as code points), ``kind``, ``entry`` (the name of the function to call;
where it is null the entry is looked for here, so that nothing depends on the host's parser), ``entry_name``,
``entry_pattern``, ``arguments``, ``offered``, ``messages``, ``variable``, ``prelude``, ``functions``, ``extractors``,
``failure_value``, ``factories``, ``modules``, ``seed`` and ``limits``. Both give tagged JSON as ``encode.py`` writes
it.
"""

import gc
from json import loads
from sys import setrecursionlimit

import wit_world

from . import prepare
from .profile import MODULES, NAME

prepare.import_everything(MODULES)

from .ask import end_run, metered_call  # noqa: E402
from .encode import TooDeep, TooLarge, encode_value, quoted, read_numbers_with  # noqa: E402
from .fault import describe  # noqa: E402
from .isolate import isolate  # noqa: E402
from .program import BadArguments, execute  # noqa: E402
from .science import constant_finder, number_readers  # noqa: E402
from .source import compiled  # noqa: E402
from .streams import capture_output  # noqa: E402
from .untouched import BUILTINS  # noqa: E402
from .watch import watch  # noqa: E402

__builtins__ = BUILTINS

_RECURSION = 1000
_UNLIMITED = 1 << 40
# What a program leaves is never taken apart: that could need more stack than there is.
_keep = [].append


_watch_code, _lines, _branches, _on_copy = watch(end_run)
_constants_in = None
if "sympy" in MODULES:
    _readers = number_readers()
    read_numbers_with(_readers)
    _constants_in = constant_finder([kind for kind, _ in _readers])
_allow_output, _written = capture_output(end_run)
_seal = isolate(NAME, _on_copy)
# What is there by now stays, and need not be looked through again by every run's garbage collections.
gc.collect()
gc.freeze()


class WitWorld(wit_world.WitWorld):
    """What the host calls; each instance is called once."""

    def run(self, request):
        """Run one program and report on it."""
        job = loads(request)
        limits = job["limits"]
        _seal(job["seed"])
        _allow_output(limits["output"])
        report = {"ended": "completed", "value": None, "fault": None, "used": None}
        try:
            value = execute(job, metered_call(limits["prompt"]), _watch_code)
            numbers = () if _constants_in is None else _constants_in(value, limits["result"])
        except BadArguments as error:
            _keep(error)
            setrecursionlimit(_RECURSION)
            report.update(ended="arguments", fault=describe(error))
        except BaseException as error:
            _keep(error)
            setrecursionlimit(_RECURSION)
            report.update(ended="raised", fault=describe(error))
        else:
            _keep(value)
            setrecursionlimit(_RECURSION)
            try:
                report["value"] = encode_value(value, limits["result"], numbers)
            except TooLarge as error:
                report.update(ended="result", used=error.used)
            except TooDeep:
                message = "the returned value is nested too deeply or contains itself"
                report.update(
                    ended="raised", fault={"type": "ValueError", "message": message, "line": None, "column": None}
                )
            except BaseException as error:
                # What is left of an object that the program took apart, such as a fraction without its numerator.
                report.update(ended="raised", fault=describe(error))
        report.update(lines=_lines(), branches=_branches(), output=_written())
        return encode_value(report, _UNLIMITED)

    def accepts(self, source):
        """Nothing where the source compiles, else what is wrong with it."""
        _seal(0)
        try:
            compiled(source.encode("latin-1"))
        except BaseException as error:
            return encode_value(describe(error), _UNLIMITED)
        return quoted("")
