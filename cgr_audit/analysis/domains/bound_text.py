"""Bounds as a person reads them: ``2 + options``, ``min(3, options)``, ``options*(options-1)/2``."""

from __future__ import annotations

from fractions import Fraction

from cgr_audit.analysis.domains.polynomials import ZERO, Atom, Bound, Extreme, Monomial, Number, Options

__all__ = ["write"]


def write(bound: Bound) -> str:
    """The canonical text of a bound.

    The number comes first, then the terms by rising degree, and last what is taken away: ``options - 1``. A polynomial
    in the number of options alone that has a fraction or a minus in it is written with the number of pairs,
    ``options*(options-1)/2``, where that makes every factor a whole number.
    """
    if not bound.terms:
        return "0"
    powers = _powers(bound)
    if powers is not None and any(factor < 0 or factor.denominator != 1 for factor in powers.values()):
        by_pairs = _by_pairs(powers)
        if by_pairs is not None:
            return by_pairs
    return _join(sorted((_term(monomial, factor) for monomial, factor in bound.terms), key=_is_taken_away))


def _is_taken_away(part: str) -> bool:
    return part.startswith("-")


def _powers(bound: Bound) -> dict[int, Number] | None:
    """The factors by power, for a polynomial in the number of options alone."""
    if any(not isinstance(atom, Options) for monomial, _ in bound.terms for atom in monomial):
        return None
    return {len(monomial): factor for monomial, factor in bound.terms}


def _by_pairs(powers: dict[int, Number]) -> str | None:
    if max(powers) != 2:
        return None
    pairs = powers[2] * 2
    single = powers.get(1, 0) + powers[2]
    number = powers.get(0, 0)
    if any(part.denominator != 1 for part in (pairs, single, number)) or single < 0:
        return None
    parts = [str(number)] if number > 0 else []
    if single:
        parts.append("options" if single == 1 else f"{single}*options")
    half = Fraction(pairs) / 2
    if half.denominator == 1:
        parts.append("options*(options-1)" if half == 1 else f"{half}*options*(options-1)")
    else:
        parts.append("options*(options-1)/2" if pairs == 1 else f"{pairs}*options*(options-1)/2")
    return _join([*parts, str(number)] if number < 0 else parts)


def _join(parts: list[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
    return text


def _term(monomial: Monomial, factor: Number) -> str:
    if not monomial:
        return str(factor)
    text = "*".join(_atom(atom) for atom in monomial)
    if abs(factor.numerator) != 1:
        text = f"{abs(factor.numerator)}*{text}"
    if factor.denominator != 1:
        text = f"{text}/{factor.denominator}"
    return f"-{text}" if factor < 0 else text


def _atom(atom: Atom) -> str:
    match atom:
        case Options():
            return "options"
        case Extreme(is_least=is_least, of=parts):
            inner = sorted(parts, key=lambda part: (part.value is None, part.exactly(100), write(part)))
            return f"{'min' if is_least else 'max'}({', '.join(write(part) for part in inner)})"
        case _:
            return write(atom.high) if atom.high != ZERO else "0"
