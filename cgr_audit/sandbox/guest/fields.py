"""A returned value whose fields have names, as the dictionary that a contract of shape ``mapping`` asks for."""

from .untouched import BUILTINS

__builtins__ = BUILTINS

_missing = object()


def named_fields(value):
    """The fields of a dataclass instance or a named tuple by name; any other value as it is.

    What is read here may be code of the program's, as it may be wherever its caller reads the value.
    """
    kind = type(value)
    known = getattr(kind, "__dataclass_fields__", None)
    if type(known) is dict:
        return {name: found for name in [*known] if (found := getattr(value, name, _missing)) is not _missing}
    names = getattr(kind, "_fields", None)
    if isinstance(value, tuple) and type(names) is tuple and len(names) == len(value):
        return dict(zip(names, value, strict=True))
    return value
