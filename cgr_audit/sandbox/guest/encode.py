"""Values on their way out: exact, tagged JSON, written without running any code of the program.

Only exact types are trusted. Of a subclass's instance the content of its base type is read through the base type's
own methods, and everything else crosses as the name of its type alone. ``cgr_audit/sandbox/values.py`` reads what is
written here and lists the tags.
"""

from _json import encode_basestring_ascii as quoted
from decimal import Decimal
from fractions import Fraction

from .untouched import BUILTINS

__builtins__ = BUILTINS

DEEPEST = 100
EMPTY = '["d"]'
"""An empty dictionary, encoded: a solver's configuration counts for what it has more than that."""
_EXACT_INTEGERS = 1 << 53

_mro_of = type.__dict__["__mro__"].__get__
_name_of = type.__dict__["__name__"].__get__
_numerator_of = Fraction.__dict__["_numerator"].__get__
_denominator_of = Fraction.__dict__["_denominator"].__get__
_real_of = complex.__dict__["real"].__get__
_imaginary_of = complex.__dict__["imag"].__get__
_start_of = range.__dict__["start"].__get__
_stop_of = range.__dict__["stop"].__get__
_step_of = range.__dict__["step"].__get__
_decimal_text = Decimal.__str__
_integer_text = int.__repr__
_integer_format = int.__format__
_bits_of = int.bit_length
_float_repr = float.__repr__
_length_of_text = str.__len__
_joined = "".join
_add = list.append
_bytes_length, _bytes_digits = bytes.__len__, bytes.hex
_array_length, _array_digits = bytearray.__len__, bytearray.hex
_positive = {int: int.__pos__, float: float.__pos__, complex: complex.__pos__}
_list_items = list.__iter__
_tuple_items = tuple.__iter__
_dict_items = dict.items
_set_items = set.__iter__
_frozenset_items = frozenset.__iter__
_number_readers = []
_BASES = (int, float, complex, str, bytes, bytearray, tuple, list, dict, set, frozenset)


class TooLarge(Exception):
    """The value needs more bytes than a result may have."""

    def __init__(self, used):
        super().__init__(used)
        self.used = used


class TooDeep(Exception):
    """The value is nested deeper than ``DEEPEST``, or contains itself."""


class Text:
    """The text so far, and how much of it may still come."""

    def __init__(self, limit, numbers):
        self.parts = []
        self.numbers = numbers
        self.limit = self.left = limit

    def put(self, text):
        self.left -= len(text)
        if self.left < 0:
            raise TooLarge(self.limit - self.left)
        _add(self.parts, text)

    def expect(self, characters):
        """Fail before a large text is made at all."""
        if characters > self.left:
            raise TooLarge(self.limit - self.left + characters)


def read_numbers_with(readers):
    """Let instances of these types, pairs of a type and a function, cross with the number they stand for."""
    _number_readers.extend(readers)


def encode_value(value, limit, numbers=()):
    """The tagged JSON text of a value, ASCII only and at most ``limit`` characters long.

    ``numbers`` are pairs of an instance and the number it crosses with; these very objects are meant, not equal ones.
    """
    text = Text(limit, numbers)
    _write(text, value, 0)
    return _joined(text.parts)


def _write(text, value, depth):
    if depth > DEEPEST:
        raise TooDeep
    # Types are compared by identity alone: a look-up in a table would call the metaclass of a hostile type.
    kind = type(value)
    if not _write_scalar(text, value, kind) and not _write_container(text, value, kind, depth):
        _write_instance(text, value, kind, depth)


def _write_scalar(text, value, kind):
    if value is None:
        text.put("null")
    elif kind is bool:
        text.put("true" if value else "false")
    elif kind is str:
        text.expect(_length_of_text(value))
        text.put(quoted(value))
    elif kind is int:
        _write_integer(text, value)
    elif kind is float:
        text.put(_float_text(value))
    elif kind is complex:
        text.put('["c",' + _float_text(_real_of(value)) + "," + _float_text(_imaginary_of(value)) + "]")
    elif kind is bytes:
        text.expect(2 * _bytes_length(value))
        text.put('["b","' + _bytes_digits(value) + '"]')
    elif kind is bytearray:
        text.expect(2 * _array_length(value))
        text.put('["a","' + _array_digits(value) + '"]')
    elif kind is Decimal:
        text.put('["m",' + quoted(_decimal_text(value)) + "]")
    elif value is Ellipsis:
        text.put('["e"]')
    else:
        return False
    return True


def _write_integer(text, value):
    if -_EXACT_INTEGERS < value < _EXACT_INTEGERS:
        text.put(_integer_text(value))
    else:
        text.expect(_bits_of(value) // 4)
        text.put('["i","' + _integer_format(value, "x") + '"]')


def _write_container(text, value, kind, depth):
    if kind is list:
        _write_items(text, "l", _list_items(value), depth)
    elif kind is tuple:
        _write_items(text, "t", _tuple_items(value), depth)
    elif kind is dict:
        _write_items(text, "d", [part for item in _dict_items(value) for part in item], depth)
    elif kind is set:
        _write_items(text, "s", _set_items(value), depth)
    elif kind is frozenset:
        _write_items(text, "z", _frozenset_items(value), depth)
    elif kind is range:
        _write_items(text, "r", (_start_of(value), _stop_of(value), _step_of(value)), depth)
    elif kind is Fraction:
        _write_items(text, "q", (_numerator_of(value), _denominator_of(value)), depth)
    else:
        return False
    return True


def _write_items(text, tag, items, depth):
    text.put('["' + tag + '"')
    for item in items:
        text.put(",")
        _write(text, item, depth + 1)
    text.put("]")


def _write_instance(text, value, kind, depth):
    text.put('["o",' + quoted(type_name(kind)))
    for known, read in _number_readers:
        if kind is known:
            text.put(",")
            number = read(value)
            if type(number) is tuple:
                _write_items(text, "q", number, depth)
            else:
                _write_scalar(text, number, type(number))
    for instance, number in text.numbers:
        if value is instance and type(number) in (float, complex):
            text.put(",")
            _write_scalar(text, number, type(number))
            break
    for base in _mro_of(kind):
        if any([base is plain for plain in _BASES]):
            text.put(",")
            exact = _positive[base](value) if base is int or base is float or base is complex else value
            if not _write_scalar(text, exact, base):
                _write_container(text, value, base, depth + 1)
            break
    text.put("]")


def type_name(kind):
    """A type's own name, whatever its metaclass says."""
    name = _name_of(kind)
    return name[:200] if type(name) is str else "?"


def _float_text(value):
    text = _float_repr(value)
    return '["f","' + text + '"]' if text in ("inf", "-inf", "nan") else text
