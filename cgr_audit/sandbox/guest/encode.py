"""Values on their way out: exact, tagged JSON, written without running any code of the program.

Only exact types are trusted. Of a subclass's instance the content of its base type is read through the base type's own
methods, and everything else crosses as the name of its type alone. ``cgr_audit/sandbox/values.py`` reads what is written
here and lists the tags.
"""

from _json import encode_basestring_ascii as quoted
from decimal import Decimal
from fractions import Fraction

from .untouched import BUILTINS

__builtins__ = BUILTINS

DEEPEST = 100
_EXACT_INTEGERS = 1 << 53

_mro_of = type.__dict__["__mro__"].__get__
_name_of = type.__dict__["__name__"].__get__
_numerator_of = Fraction.__dict__["_numerator"].__get__
_denominator_of = Fraction.__dict__["_denominator"].__get__
_decimal_text = Decimal.__str__
_list_items = list.__iter__
_tuple_items = tuple.__iter__
_dict_items = dict.items
_set_items = set.__iter__
_frozenset_items = frozenset.__iter__
_BASES = (bool, int, float, complex, str, bytes, bytearray, tuple, list, dict, set, frozenset)


class TooLarge(Exception):
    """The value needs more bytes than a result may have."""

    def __init__(self, used):
        super().__init__(used)
        self.used = used


class TooDeep(Exception):
    """The value is nested deeper than ``DEEPEST``, or contains itself."""


def encode_value(value, limit):
    """The tagged JSON text of a value, ASCII only and at most ``limit`` characters long."""
    parts = []
    left = limit

    def put(text):
        nonlocal left
        left -= len(text)
        if left < 0:
            raise TooLarge(limit - left)
        parts.append(text)

    def expect(characters):
        """Fail before a large text is made at all."""
        if characters > left:
            raise TooLarge(limit - left + characters)

    def sequence(tag, items, depth):
        put('["' + tag + '"')
        for item in items:
            put(",")
            write(item, depth + 1)
        put("]")

    def write(value, depth):
        if depth > DEEPEST:
            raise TooDeep
        kind = type(value)
        if value is None:
            put("null")
        elif kind is bool:
            put("true" if value else "false")
        elif kind is str:
            expect(str.__len__(value))
            put(quoted(value))
        elif kind is int:
            if -_EXACT_INTEGERS < value < _EXACT_INTEGERS:
                put(int.__repr__(value))
            else:
                expect(int.bit_length(value) // 4)
                put('["i","' + int.__format__(value, "x") + '"]')
        elif kind is float:
            put(_float_text(value))
        elif kind is list:
            sequence("l", _list_items(value), depth)
        elif kind is tuple:
            sequence("t", _tuple_items(value), depth)
        elif kind is dict:
            put('["d"')
            for key, item in _dict_items(value):
                put(",")
                write(key, depth + 1)
                put(",")
                write(item, depth + 1)
            put("]")
        elif kind is set:
            sequence("s", _set_items(value), depth)
        elif kind is frozenset:
            sequence("z", _frozenset_items(value), depth)
        elif kind is bytes:
            expect(2 * bytes.__len__(value))
            put('["b","' + bytes.hex(value) + '"]')
        elif kind is bytearray:
            expect(2 * bytearray.__len__(value))
            put('["a","' + bytearray.hex(value) + '"]')
        elif kind is complex:
            put('["c",' + _float_text(value.real) + "," + _float_text(value.imag) + "]")
        elif kind is range:
            sequence("r", (value.start, value.stop, value.step), depth)
        elif value is Ellipsis:
            put('["e"]')
        elif kind is Fraction:
            sequence("q", (_numerator_of(value), _denominator_of(value)), depth)
        elif kind is Decimal:
            put('["m",' + quoted(_decimal_text(value)) + "]")
        else:
            write_instance(value, kind, depth)

    def write_instance(value, kind, depth):
        put('["o",' + quoted(type_name(kind)))
        for base in _mro_of(kind):
            if base in _BASES:
                put(",")
                write(_as_base(value, base), depth + 1)
                break
        put("]")

    write(value, 0)
    return "".join(parts)


def type_name(kind):
    """A type's own name, whatever its metaclass says."""
    name = _name_of(kind)
    return name[:200] if type(name) is str else "?"


def _float_text(value):
    text = float.__repr__(value)
    return '["f","' + text + '"]' if text in ("inf", "-inf", "nan") else text


def _as_base(value, base):
    """The content of a subclass's instance as an exact value of its base type."""
    if base is bool or base is int:
        return int.__add__(value, 0)
    if base is float:
        return float.__add__(value, 0.0) if float.__ne__(value, 0.0) else float.__pos__(value)
    if base is complex:
        return complex.__pos__(value)
    if base is str:
        return str.__str__(value)
    if base is bytes:
        return bytes.__getitem__(value, slice(None))
    if base is bytearray:
        return bytearray.__getitem__(value, slice(None))
    if base is tuple:
        return (*_tuple_items(value),)
    if base is list:
        return [*_list_items(value)]
    if base is dict:
        return dict(_dict_items(value))
    return base(_set_items(value) if base is set else _frozenset_items(value))
