"""Symbolic mathematics: importing sympy where there is no ctypes, and its numbers as plain ones."""

import importlib
import pkgutil
import sys
from cmath import isnan
from types import ModuleType

from .untouched import BUILTINS

__builtins__ = BUILTINS

_LEFT_OUT = (
    "benchmarks",
    "tests",
    "testing",
    "plotting",
    "physics",
    "interactive",
    "latex",
    "autolev",
    "c",
    "fortran",
    "conftest",
    "galgebra",
)
_BYTES_OF_LONG = 4
_mro_of = type.__dict__["__mro__"].__get__
_INFINITY = float("inf")
_SPECIAL = {-1: _INFINITY - _INFINITY, -2: _INFINITY, -3: -_INFINITY}  # by mpmath's own marks
_LARGEST_EXPONENT = 1024
_SMALLEST_EXPONENT = -1080


def import_sympy():
    """Import all of sympy that computes, and call what imports the rest when it is first used."""
    shim = ModuleType("ctypes")
    shim.c_long = type("c_long", (), {})
    shim.sizeof = lambda _type: _BYTES_OF_LONG
    sys.modules["ctypes"] = shim
    import sympy

    for module in pkgutil.walk_packages(sympy.__path__, "sympy.", onerror=lambda _name: None):
        if not any([part in _LEFT_OUT for part in module.name.split(".")]):
            try:
                importlib.import_module(module.name)
            except ImportError:
                continue  # an optional part that needs a package which is not here
    _warm(sympy)
    del sys.modules["ctypes"]


def _warm(sympy):
    x, y = sympy.symbols("x y", positive=True)
    sympy.solve([x + y - 3, x * y - 2], [x, y])
    sympy.solve(x**2 - 5 * x + 6, x)
    sympy.simplify(sympy.sin(x) ** 2 + sympy.cos(x) ** 2)
    sympy.integrate(x**2, (x, 0, 1))
    sympy.diff(x**3, x)
    sympy.limit(sympy.sin(x) / x, x, 0)
    sympy.nsolve(x**2 - 2, x, 1)
    sympy.Matrix([[1, 2], [3, 4]]).det()
    sympy.factorint(360)
    str(sympy.sqrt(8) + sympy.pi.evalf(30))
    repr(sympy.Rational(1, 3))


def number_readers():
    """Pairs of a number type and the function that gives what its instances are: a scalar, or a fraction's ints."""
    import mpmath
    from sympy.core import numbers
    from sympy.logic.boolalg import BooleanFalse, BooleanTrue

    numerator = numbers.Rational.__dict__["p"].__get__
    denominator = numbers.Rational.__dict__["q"].__get__
    mpf = type(mpmath.mpf(1))
    (mpf_parts,) = [base.__dict__["_mpf_"].__get__ for base in mpf.__mro__ if "_mpf_" in base.__dict__][:1]
    float_parts = numbers.Float.__dict__["_mpf_"].__get__
    constants = [
        (numbers.Zero, 0),
        (numbers.One, 1),
        (numbers.NegativeOne, -1),
        (numbers.Half, (1, 2)),
        (numbers.Infinity, _INFINITY),
        (numbers.NegativeInfinity, -_INFINITY),
        (numbers.NaN, _INFINITY - _INFINITY),
        (BooleanTrue, True),
        (BooleanFalse, False),
    ]
    readers = [(kind, lambda _value, constant=constant: constant) for kind, constant in constants]
    readers.append((numbers.Integer, numerator))
    readers.append((numbers.Rational, lambda value: (numerator(value), denominator(value))))
    readers.append((numbers.Float, lambda value: _binary_float(float_parts(value))))
    readers.append((mpf, lambda value: _binary_float(mpf_parts(value))))
    return readers


def constant_finder(known):
    """The function that gives the constant expressions in a value, each with the number that it is.

    It leaves out instances of the types in ``known``, and what lies beyond ``most`` parts, which no result can hold. It
    calls sympy, which a program may have changed, so it belongs to the program's part of a run.
    """
    from sympy import Expr

    known_types = frozenset(map(id, known))

    def find(value, most):
        found, seen, waiting = [], set(), [value]
        while waiting and len(seen) < most:
            part = waiting.pop()
            kind = type(part)
            if kind is int or kind is str or kind is float or kind is bool or part is None or id(part) in seen:
                continue
            if id(kind) in known_types:
                continue
            seen.add(id(part))
            if kind is dict:
                waiting.extend([one for item in dict.items(part) for one in item])
            elif kind is list or kind is tuple:
                waiting.extend(part)
            elif any([base is Expr for base in _mro_of(kind)]):
                number = _constant(part)
                if number is not None:
                    found.append((part, number))
        return found

    return find


def _constant(expression):
    """The number that an expression is; nothing where it has free symbols, or no value."""
    for convert in (float, complex):
        try:
            number = convert(expression)
        except (TypeError, ValueError, ArithmeticError, AttributeError, NotImplementedError, RecursionError):
            continue
        return None if isnan(number) else number
    return None


def _binary_float(parts):
    """The float nearest to a number of mpmath: sign, mantissa, exponent, bits of the mantissa."""
    sign, mantissa, exponent, bits = parts
    if not mantissa and exponent:
        return _SPECIAL[bits]
    mantissa = -int(mantissa) if sign else int(mantissa)
    infinity = -_INFINITY if sign else _INFINITY
    if bits + exponent > _LARGEST_EXPONENT:
        return infinity
    if bits + exponent < _SMALLEST_EXPONENT:
        return 0.0
    try:
        return float(mantissa << exponent) if exponent >= 0 else mantissa / (1 << -exponent)
    except OverflowError:
        return infinity
