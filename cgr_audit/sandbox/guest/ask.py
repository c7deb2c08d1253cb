"""The solver call as programs have it, with its size checked before anything crosses."""

from wit_world import solver_call

from .encode import EMPTY, TooDeep, TooLarge, encode_value, type_name
from .untouched import BUILTINS

__builtins__ = BUILTINS

_mro_of = type.__dict__["__mro__"].__get__
_text_of = str.__str__
_is_ascii = str.isascii
_encoded = str.encode


def end_run(limit):
    """Tell the host that a limit was passed; the host ends the run."""
    solver_call("", "", limit)
    raise SystemExit


def metered_call(limit):
    """The solver call of a run whose prompts and configurations may have so many bytes together."""

    def ask(prompt, config):
        # `isinstance` would read the prompt's `__class__`, and that may be code of the program's.
        if not any([base is str for base in _mro_of(type(prompt))]):
            raise TypeError("the prompt must be a str, not " + type_name(type(prompt)))
        text = _text_of(prompt)
        if len(text) > limit:
            end_run(f"prompt:{len(text)}")
        used = len(text) if _is_ascii(text) else len(_encoded(text))
        settings = None
        try:
            settings = encode_value(config, limit + len(EMPTY))
        except TooLarge as error:
            end_run(f"prompt:{used + error.used - len(EMPTY)}")
        except TooDeep:
            pass
        if settings is None:
            # Out here the exception has no context that would show the program what failed inside.
            raise ValueError("the solver's configuration is nested too deeply")
        if used + len(settings) > limit + len(EMPTY):
            end_run(f"prompt:{used + len(settings) - len(EMPTY)}")
        return solver_call(text, settings, "")

    return ask
