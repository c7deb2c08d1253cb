"""One program: its module, the helpers it sees, its entry and the call of it."""

import ast
import builtins
import re
import sys
from inspect import CO_VARARGS, CO_VARKEYWORDS, Parameter, signature
from types import FunctionType, ModuleType

from annotationlib import Format

from .agents import AgentSystem, Info, solver_factory
from .entry import find_entry
from .fault import has_program_line
from .fields import named_fields
from .sole_match import sole_match
from .source import compiled
from .untouched import BUILTINS
from .veil import HELPER, RUNNER

__builtins__ = BUILTINS

_modules = sys.modules
_compiled_helpers = {}
_first_letter = re.compile(r"\b([A-Z])\b").search


def _caller():
    """``call(entry, positional, named)``, whose frame shows nothing: what is called may be ``eval``."""
    space = {"__builtins__": builtins}
    text = "def call(entry, positional, named):\n    return entry(*positional, **named)\n"
    made = {}
    exec(compile(text, RUNNER, "exec"), space, made)
    return made["call"]


_enter = _caller()


class BadArguments(Exception):
    """The argument list that the runner gave is no expression, or cannot be evaluated."""


def execute(job, ask, watch_code):
    """Run a program as the job says and give what it returned; raises whatever the program raises."""
    call = None if job["arguments"] is None else _argument_list(job["arguments"])
    values = None if call is None else _evaluated(call, {"__builtins__": builtins})
    module = ModuleType("__main__" if job["kind"] == "script" else "program")
    _modules[module.__name__] = module
    namespace = module.__dict__
    # Else `exec` would put the runner's own there.
    namespace["__builtins__"] = builtins
    _provide(namespace, job, ask)
    if job["prelude"]:
        exec(compile(job["prelude"], "<prelude>", "exec", dont_inherit=True), namespace)
    source = job["program"].encode("latin-1")
    code = compiled(source)
    name = None if job["kind"] == "script" else _entry_name(code, source, job)
    watch_code(code)
    exec(code, namespace)
    if job["kind"] == "script":
        if job["variable"] not in namespace:
            raise NameError(f"the program leaves no variable {job['variable']!r}")
        return namespace[job["variable"]]
    returned = _of_entry(namespace, name, job, call, values)
    return named_fields(returned) if job["is_mapping"] else returned


def _of_entry(namespace, name, job, call, values):
    """What the program's entry gives."""
    if name not in namespace:
        raise NameError(f"the program defines no entry {name or job['entry_name']!r}")
    entry = namespace[name]
    if call is not None:
        values = values or _evaluated(call, namespace, last=True)
        return _enter(entry, values[0], values[1])
    return _call_named(entry, job)


def _provide(namespace, job, ask):
    """Bind the helpers that the contract names, in the program's module and in the modules that offer them."""
    helpers = {name: _solver_helper(name, helper, ask) for name, helper in job["functions"].items()}
    for name, helper in job["extractors"].items():
        helpers[name] = _extraction_helper(name, helper, job["failure_value"])
    for name in job["factories"]:
        helpers[name] = solver_factory(name, ask)
        helpers["Info"] = Info
    namespace.update(helpers)
    for dotted in job["modules"]:
        parent = None
        path = ""
        for part in dotted.split("."):
            path = path + "." + part if path else part
            module = _modules.setdefault(path, ModuleType(path))
            if parent is not None:
                setattr(parent, part, module)
            parent = module
        parent.__dict__.update(helpers)


def _solver_helper(name, helper, ask):
    """``name(prompt, config)``, or one with settings of its own, which are put together to a configuration."""
    config = helper["configuration"]
    if config is None:
        config = "_settings({" + ", ".join([f"{other!r}: {other}" for other in helper["settings"]]) + "})"
    body = f"_ask({helper['first']}, {config})"
    return _function(name, helper["parameters"], body, {"_ask": ask, "_settings": _settings})


def _settings(given):
    """One configuration of a helper's settings: dictionaries are merged, what is ``None`` is left out."""
    config = {}
    for name, value in given.items():
        if type(value) is dict:
            config.update(value)
        elif value is not None:
            config[name] = value
    return config


def _extraction_helper(name, helper, failure_value):
    """The published rule: the first capital letter that stands by itself, else the failure value."""

    def extract(response):
        found = _first_letter(response)
        return failure_value if found is None else found.group(1)

    return _function(name, helper["parameters"], f"_extract({helper['first']})", {"_extract": extract})


def _function(name, parameters, body, names):
    namespace = {"__builtins__": {}, "__name__": "helpers", **names}
    text = f"def {name}({parameters}):\n    return {body}\n"
    code = _compiled_helpers.get(text)
    if code is None:
        code = _compiled_helpers[text] = compile(text, HELPER, "exec")
    exec(code, namespace)
    return namespace[name]


def _entry_name(code, source, job):
    """The name of the function to call, found before the program can change how it is found; or nothing."""
    if job["entry"] is not None:
        return job["entry"]
    pattern = job["entry_pattern"]
    matches = job["entry_name"].__eq__ if pattern is None else re.compile(pattern).search
    sole = sole_match(code, source, matches)
    if sole is not None:
        return sole
    helpers = frozenset(job["functions"]) | frozenset(job["extractors"])
    found = find_entry(ast.parse(source), matches, is_pattern=pattern is not None, helpers=helpers)
    return None if found is None else found.name


def _call_named(entry, job):
    """Call the entry with those of the offered values that it takes, by position where it insists on that."""
    offered = dict(job["offered"])
    positional, named = [], {}
    if job["kind"] == "method":
        positional.append(AgentSystem())
        for name in job["messages"]:
            offered[name] = Info("task", "User", offered[name], -1)
    for name, kind in _parameters(entry)[len(positional) :]:
        if kind is Parameter.VAR_KEYWORD:
            named.update(offered)
        elif name in offered and kind is not Parameter.VAR_POSITIONAL:
            value = offered.pop(name)
            if kind is Parameter.POSITIONAL_ONLY:
                positional.append(value)
            else:
                named[name] = value
    return _enter(entry, positional, named)


def _parameters(entry):
    """Name and kind of each parameter, in the order in which a call fills them."""
    if type(entry) is FunctionType and not entry.__dict__:
        return _plain_parameters(entry.__code__)
    try:
        parameters = signature(entry).parameters
    except (TypeError, ValueError):
        return []
    except Exception:
        # An annotation cannot be evaluated, which a call does not ask for either.
        parameters = signature(entry, annotation_format=Format.STRING).parameters
    return [(parameter.name, parameter.kind) for parameter in parameters.values()]


def _plain_parameters(code):
    """What ``inspect.signature`` says of a function that nothing wraps, at a tenth of its cost."""
    names, last = code.co_varnames, code.co_argcount
    found = [(name, Parameter.POSITIONAL_ONLY) for name in names[: code.co_posonlyargcount]]
    found += [(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names[code.co_posonlyargcount : last]]
    rest = last + code.co_kwonlyargcount
    if code.co_flags & CO_VARARGS:
        found.append((names[rest], Parameter.VAR_POSITIONAL))
    found += [(name, Parameter.KEYWORD_ONLY) for name in names[last:rest]]
    if code.co_flags & CO_VARKEYWORDS:
        found.append((names[rest + bool(code.co_flags & CO_VARARGS)], Parameter.VAR_KEYWORD))
    return found


def _argument_list(text):
    """The text of a call's arguments as code that gives them."""
    try:
        tree = ast.parse(f"f({text}\n)", mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise BadArguments("the arguments are no Python expression list") from error
    call = tree.body
    if type(call) is not ast.Call or type(call.func) is not ast.Name:
        raise BadArguments("the arguments are no Python expression list")
    call.func = ast.parse("lambda *positional, **named: (positional, named)", mode="eval").body
    return compile(ast.fix_missing_locations(tree), "<arguments>", "eval", dont_inherit=True)


def _evaluated(call, namespace, *, last=False):
    """The arguments, or nothing where they use a name that only the program defines (``last``: an error then)."""
    try:
        return eval(call, namespace)
    except NameError as error:
        if not last:
            return None
        if has_program_line(error):
            raise
        raise BadArguments(f"the arguments use an unknown name: {error}") from error
    except Exception as error:
        if last:
            # Only what the program defines made the difference.
            raise
        raise BadArguments("the arguments cannot be evaluated") from error


# The helpers of the built-in contract are compiled before the snapshot.
_solver_helper(
    "llm_model", {"parameters": "prompt, exp_config", "first": "prompt", "configuration": "exp_config"}, None
)
_extraction_helper("extract_answer", {"parameters": "response", "first": "response"}, "X")
# So are the built-in contracts' patterns, and the types of syntax trees come into being when the first tree does.
find_entry(ast.parse("def solve(item):\n    return item\n"), "solve".__eq__, is_pattern=False)
_argument_list("1, x=2")
signature(_provide)
re.compile(r"^(solve|scaffold|answer)\w*$")
re.compile("^(f|solution|solve)$")
