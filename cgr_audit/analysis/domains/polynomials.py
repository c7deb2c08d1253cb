"""Upper bounds as expressions in the number of options: sums, products, minima and maxima, in one canonical form.

A bound is a polynomial with rational coefficients over atoms: the number of options (at least 1), the index of a round
of a loop (at least 0, at most ``high``), and minima and maxima of bounds (at least 0). It is a real number; the counts
that it bounds are integers, so that its value at a number of options is rounded down.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import floor

__all__ = [
    "ONE",
    "OPTIONS",
    "ZERO",
    "Atom",
    "Bound",
    "Extreme",
    "Index",
    "Monomial",
    "Number",
    "Options",
    "constant",
    "divided",
    "floored",
    "index",
    "maximum",
    "minimum",
    "sum_over",
]

Number = int | Fraction
_HEAVY = 24
"""From so many atoms on, a maximum is replaced by a simpler bound that is no smaller."""


class Options:
    """The number of options of the item."""

    __slots__ = ()
    key: str = "n"
    weight: int = 1


class Index:
    """The number of rounds that a loop has finished."""

    __slots__ = ("_hash", "high", "key", "token", "weight")

    def __init__(self, token: int, high: Bound) -> None:
        """Name the loop by its token; ``high`` is the largest value."""
        self.token = token
        self.high = high
        self.key: str = f"#{token}<{high.key}>"
        self.weight: int = 1 + high.weight
        self._hash = hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Index) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash


class Extreme:
    """The least or the largest of some bounds."""

    __slots__ = ("_hash", "is_least", "key", "of", "weight")

    def __init__(self, is_least: bool, of: tuple[Bound, ...]) -> None:
        """The bounds come sorted by their keys."""
        self.is_least = is_least
        self.of = of
        self.key: str = f"{'min' if is_least else 'max'}({','.join(part.key for part in of)})"
        self.weight: int = 1 + sum(part.weight for part in of)
        self._hash = hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Extreme) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash


Atom = Options | Index | Extreme
Monomial = tuple[Atom, ...]
_THE_OPTIONS = Options()
_WIDEST = 4_096
"""The most bits of a number that is calculated with."""


class Bound:
    """A polynomial over atoms; never changed after it is made. Equal bounds have equal keys."""

    __slots__ = ("_hash", "_never_negative", "key", "terms", "value", "weight")

    def __init__(self, terms: tuple[tuple[Monomial, Number], ...]) -> None:
        """The terms come sorted, without zeros; equal atoms stand in them once.

        Raises:
            OverflowError: a factor has more digits than Python writes.
        """
        self.terms = terms
        if any(max(abs(factor.numerator), factor.denominator).bit_length() > _WIDEST for _, factor in terms):
            raise OverflowError("a number of more digits than Python writes")
        self.key: str = "+".join([f"{factor}{'*'.join([atom.key for atom in monomial])}" for monomial, factor in terms])
        self.weight: int = sum([1 + sum([atom.weight for atom in monomial]) for monomial, _ in terms])
        self.value: Number | None = None
        """The number it is, where it holds no atom."""
        if not terms:
            self.value = 0
        elif len(terms) == 1 and not terms[0][0]:
            self.value = terms[0][1]
        self._hash = hash(self.key)
        self._never_negative: bool | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Bound({self.key})"

    def __add__(self, other: Bound) -> Bound:
        if not self.terms or not other.terms:
            return other if not self.terms else self
        if self.value is not None and other.value is not None:
            return constant(self.value + other.value)
        return _absorbed(_collect(*self.terms, *other.terms))

    def __sub__(self, other: Bound) -> Bound:
        if self is other or self.key == other.key:
            return ZERO
        return self + other * _MINUS_ONE

    def __mul__(self, other: Bound) -> Bound:
        if self.value is not None and other.value is not None:
            return constant(self.value * other.value)
        if self.value == 1:
            return other
        if other.value == 1:
            return self
        return _collect(*((_merge(left, right), one * two) for left, one in self.terms for right, two in other.terms))

    @property
    def is_never_negative(self) -> bool:
        """Whether it is shown to be at least 0 for every item."""
        if self._never_negative is None:
            self._never_negative = _never_negative(self, depth=3)
        return self._never_negative

    @property
    def is_certainly_never_negative(self) -> bool:
        """The same for every item, also one without options."""
        return self.is_never_negative and self.exactly(0) >= 0

    def at(self, options: int) -> int:
        """The bound for an item with so many options, rounded down, at least 0.

        Bounds are simplified for items with at least one option, so that for an item with none both are looked at.
        """
        return max(0, floor(max(self.exactly(options), self.exactly(max(1, options)))))

    @property
    def lightened(self) -> Bound:
        """The bound itself, or a simpler one that is no smaller where it has grown too heavy to calculate with."""
        return _polynomial(self) if self.is_heavy else self

    @property
    def is_heavy(self) -> bool:
        """Whether it has grown too heavy to calculate with."""
        return self.weight > 2 * _HEAVY

    def exactly(self, options: int) -> Number:
        """The value for a number of options; every index stands at its largest."""
        total: Number = 0
        for monomial, factor in self.terms:
            for atom in monomial:
                factor *= _atom_at(atom, options)  # noqa: PLW2901
            total += factor
        return total

    @property
    def largest(self) -> int | None:
        """The largest value over all numbers of options; nothing if it grows without end."""
        if self.value is not None:
            return self.at(1)
        ceiling = _ceiling(self)
        if ceiling is None:
            return None
        return max(self.at(options) for options in range(min(500, int(ceiling) + 3)))

    @property
    def grows(self) -> bool:
        """Whether it is larger for an item with more options, without end."""
        return _ceiling(self) is None

    def holds(self, wanted: Index) -> bool:
        """Whether an index occurs in it, also inside a minimum or maximum."""
        if self.value is not None:
            return False
        return any(_atom_holds(atom, wanted) for monomial, _ in self.terms for atom in monomial)

    @property
    def goes_by_index(self) -> bool:
        """Whether the index of some loop occurs in it."""
        return "#" in self.key

    def replaced(self, change: Callable[[Atom], Bound]) -> Bound:
        """The same with each atom changed."""
        total = ZERO
        for monomial, factor in self.terms:
            product = Bound((((), factor),))
            for atom in monomial:
                product = product * change(atom)
            total = total + product
        return total

    def without(self, wanted: Index, *, largest: bool) -> Bound | None:
        """A bound from above (``largest``) or below that does not mention an index."""
        if not self.holds(wanted):
            return self
        total = ZERO
        for monomial, factor in self.terms:
            at_high = (factor > 0) is largest
            product = Bound((((), factor),))
            for atom in monomial:
                product = product * _extreme_of(atom, wanted, at_high)
            total = total + product
        return total

    def in_terms_of(self, wanted: Index) -> tuple[Bound, Bound]:
        """A start and a step: the bound is at most the start and so many steps as an index is high."""
        inside = any(isinstance(atom, Extreme) and _atom_holds(atom, wanted) for one, _ in self.terms for atom in one)
        whole = _polynomial(self) if inside else self
        start = whole.replaced(lambda atom: ZERO if atom == wanted else _of(atom))
        step = [(tuple(atom for atom in one if atom != wanted), factor) for one, factor in whole.terms if wanted in one]
        return start, _collect(*step)


@lru_cache(maxsize=1024)
def constant(value: Number) -> Bound:
    """A bound that is a number."""
    return Bound((((), _plain(value)),)) if value else Bound(())


def _plain(value: Number) -> Number:
    """Whole numbers are kept as such: they are quicker."""
    return value.numerator if value.denominator == 1 else value


ZERO = constant(0)
ONE = constant(1)
_MINUS_ONE = constant(-1)
OPTIONS = Bound((((_THE_OPTIONS,), 1),))
_ONE_MORE = Bound((((), 1), ((_THE_OPTIONS,), 1)))


def divided(bound: Bound, by: int) -> tuple[Bound, int] | None:
    """The quotient and the remainder by a number, where the remainder is the same for every item and round."""
    last = _whole(bound)
    if last is None or any(factor % by for monomial, factor in bound.terms if monomial):
        return None
    rest = bound - constant(last)
    return rest * constant(Fraction(1, by)) + constant(last // by), last % by


def floored(bound: Bound) -> Bound:
    """The bound without the fraction that an integer below it cannot have."""
    if all(not monomial or _is_whole(monomial, factor) for monomial, factor in bound.terms):
        number = dict(bound.terms).get((), 0)
        return bound - constant(number - floor(number)) if number.denominator != 1 else bound
    return bound


def _whole(bound: Bound) -> int | None:
    """The number in a bound all of whose terms are integers; nothing if some may not be."""
    if not all(_is_whole(monomial, factor) for monomial, factor in bound.terms):
        return None
    return int(dict(bound.terms).get((), 0))


def _is_whole(monomial: Monomial, factor: Number) -> bool:
    return factor.denominator == 1 and not any(isinstance(atom, Extreme) for atom in monomial)


def index(token: int, high: Bound) -> Bound:
    """The index of a round, between 0 and ``high``."""
    return Bound((((Index(token, high),), 1),))


def minimum(*bounds: Bound) -> Bound:
    """The least of some bounds."""
    return _extreme(bounds, is_least=True)


def maximum(*bounds: Bound) -> Bound:
    """The largest of some bounds."""
    return _extreme(bounds, is_least=False)


def parts_of(bound: Bound, *, is_least: bool) -> tuple[Bound, ...]:
    """The bounds that it is the minimum (or the maximum) of; itself, where it is none."""
    number = next((factor for monomial, factor in bound.terms if not monomial), 0)
    rest = [term for term in bound.terms if term[0]]
    atom = rest[0][0][0] if len(rest) == 1 and len(rest[0][0]) == 1 and rest[0][1] == 1 else None
    if not isinstance(atom, Extreme) or atom.is_least is not is_least:
        return (bound,)
    return tuple(part + constant(number) for part in atom.of)


def sum_over(wanted: Index, rounds: Bound, each: Bound) -> Bound:
    """The sum of a bound over the rounds of a loop; an index in a minimum or maximum stands at its worst."""
    if each.value is not None:
        return rounds * each
    powers: dict[int, list[tuple[Monomial, Number]]] = defaultdict(list)
    for monomial, factor in each.terms:
        inside = any(isinstance(atom, Extreme) and _atom_holds(atom, wanted) for atom in monomial)
        power = sum(1 for atom in monomial if atom == wanted)
        if inside or power > 2:
            worst = each.without(wanted, largest=True)
            return rounds * (worst if worst is not None else each)
        powers[power].append((tuple(atom for atom in monomial if atom != wanted), factor))
    sums = {
        0: rounds,
        1: rounds * (rounds - ONE) * constant(Fraction(1, 2)),
        2: rounds * (rounds - ONE) * (rounds + rounds - ONE) * constant(Fraction(1, 6)),
    }
    total = ZERO
    for power, terms in powers.items():
        total = total + sums[power] * _collect(*terms)
    return total


@lru_cache(maxsize=4096)
def _collect(*terms: tuple[Monomial, Number]) -> Bound:
    found: dict[Monomial, Number] = defaultdict(int)
    for monomial, factor in terms:
        found[monomial] += factor
    kept = [(monomial, _plain(factor)) for monomial, factor in found.items() if factor]
    if len(kept) > 1:
        kept.sort(key=_place)
    return Bound(tuple(kept))


def _absorbed(bound: Bound) -> Bound:
    """``1 + min(5, options - 1)`` as ``min(6, options)``."""
    if len(bound.terms) != 2 or bound.terms[0][0] or len(bound.terms[1][0]) != 1 or bound.terms[1][1] != 1:
        return bound
    number, atom = bound.terms[0][1], bound.terms[1][0][0]
    if not isinstance(atom, Extreme):
        return bound
    if any(part.value is None and part.terms[0] == ((), -number) for part in atom.of):
        return _extreme(tuple(part + constant(number) for part in atom.of), is_least=atom.is_least)
    return bound


def _place(term: tuple[Monomial, Number]) -> tuple[int, str]:
    return len(term[0]), "*".join(atom.key for atom in term[0])


def _merge(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    return tuple(sorted((*left, *right), key=lambda atom: atom.key))


@lru_cache(maxsize=4096)
def _extreme(bounds: tuple[Bound, ...], *, is_least: bool) -> Bound:
    numbers = [bound.value for bound in bounds if bound.value is not None]
    if len(numbers) == len(bounds):
        return constant(min(numbers) if is_least else max(numbers))
    flat: dict[Bound, None] = {}
    for bound in bounds:
        atom = bound.terms[0][0][0] if len(bound.terms) == 1 and len(bound.terms[0][0]) == 1 else None
        nested = isinstance(atom, Extreme) and atom.is_least is is_least and bound.terms[0][1] == 1
        flat.update(dict.fromkeys(atom.of if nested and isinstance(atom, Extreme) else (bound,)))
    kept: list[Bound] = []
    for bound in flat:
        if any(_settles(other, bound, is_least) for other in kept):
            continue
        kept = [other for other in kept if not _settles(bound, other, is_least)]
        kept.append(bound)
    for bound in [bound for bound in kept if len(kept) > 2 and _has_extreme(bound, is_least)]:
        others = tuple(other for other in kept if other is not bound)
        if len(others) > 1 and _settles(_extreme(others, is_least=is_least), bound, is_least):
            kept = list(others)  # ``max(3, n) - 1`` along with 3 and n
    if len(kept) == 1:
        return kept[0]
    return Bound((((Extreme(is_least, tuple(sorted(kept, key=lambda bound: bound.key))),), 1),))


def _has_extreme(bound: Bound, is_least: bool) -> bool:
    atoms = (atom for monomial, _ in bound.terms for atom in monomial)
    return any(isinstance(atom, Extreme) and atom.is_least is is_least for atom in atoms)


def _above_all(bounds: list[Bound]) -> Bound:
    """A bound no smaller than any: of each term, which is never negative but for its factor, the largest factor."""
    factors: dict[Monomial, Number] = {}
    if not all(_is_natural(atom) for bound in bounds for monomial, _ in bound.terms for atom in monomial):
        bounds = [_polynomial(bound) for bound in bounds]
    for monomial in {monomial for bound in bounds for monomial, _ in bound.terms}:
        factors[monomial] = max(dict(bound.terms).get(monomial, 0) for bound in bounds)
    return _collect(*factors.items())


def _plainly_above(atom: Atom) -> Bound:
    """A polynomial in the number of options, and in indices, that is no smaller than an atom."""
    if not isinstance(atom, Extreme):
        return _of(atom)
    parts = [_polynomial(part) for part in atom.of]
    return min(parts, key=lambda part: (part.weight, part.key)) if atom.is_least else _above_all(parts)


def _polynomial(bound: Bound) -> Bound:
    """A bound without minima, maxima and negative terms that is no smaller."""
    whole = ZERO
    for monomial, factor in bound.terms:
        if factor > 0:
            product = constant(factor)
            for atom in monomial:
                product = product * _plainly_above(atom)
            whole = whole + product
        elif len(monomial) == 1 and isinstance(monomial[0], Extreme) and not _is_natural(monomial[0]):
            highs = [_polynomial(part * constant(factor)) for part in monomial[0].of]
            whole = whole + _above_all(highs)
    return whole


def _settles(one: Bound, other: Bound, is_least: bool) -> bool:
    """Whether ``one`` makes ``other`` superfluous in a minimum or maximum."""
    return (other - one if is_least else one - other).is_never_negative


def _never_negative(bound: Bound, depth: int) -> bool:
    are_natural = all(_is_natural(atom) for monomial, _ in bound.terms for atom in monomial)
    if are_natural and all(factor > 0 for _, factor in bound.terms):
        return True
    if depth == 0:
        return False
    for monomial, factor in bound.terms:
        for atom in monomial if factor < 0 else ():
            if isinstance(atom, Index) and _is_linear(bound, atom):
                lowest = bound.replaced(lambda part, atom=atom: atom.high if part == atom else _of(part))  # type: ignore[misc]
                at_zero = bound.replaced(lambda part, atom=atom: ZERO if part == atom else _of(part))  # type: ignore[misc]
                return _never_negative(lowest, depth - 1) and _never_negative(at_zero, depth - 1)
    chosen = _extreme_to_open(bound)
    if chosen is not None:
        return _with_each_part(bound, *chosen, depth)
    if not are_natural:
        return False
    shifted = bound.replaced(lambda part: _ONE_MORE if isinstance(part, Options) else _of(part))
    return all(factor > 0 for _, factor in shifted.terms)


def _extreme_to_open(bound: Bound) -> tuple[Extreme, Number] | None:
    """A minimum or maximum that stands alone, if there is one all of whose parts must be tried, else any."""
    atoms = Counter(atom for monomial, _ in bound.terms for atom in monomial)
    alone = [
        (monomial[0], factor)
        for monomial, factor in bound.terms
        if len(monomial) == 1 and isinstance(monomial[0], Extreme) and atoms[monomial[0]] == 1
    ]
    return next(((atom, factor) for atom, factor in alone if atom.is_least is (factor > 0)), next(iter(alone), None))


def _is_natural(atom: Atom) -> bool:
    """Whether an atom is shown to be at least 0."""
    if not isinstance(atom, Extreme):
        return True
    parts = (part.is_never_negative for part in atom.of)
    return all(parts) if atom.is_least else any(parts)


def _with_each_part(bound: Bound, atom: Extreme, factor: Number, depth: int) -> bool:
    """A minimum subtracted, or a maximum added, may stand at its best part; else all parts must be tried."""
    rest = bound - Bound((((atom,), factor),))
    tries = [_never_negative(rest + part * constant(factor), depth - 1) for part in atom.of]
    return any(tries) if atom.is_least is (factor < 0) else all(tries)


def _is_linear(bound: Bound, wanted: Index) -> bool:
    return all(
        Counter(monomial)[wanted] <= 1
        and not any(isinstance(atom, Extreme) and _atom_holds(atom, wanted) for atom in monomial)
        for monomial, _ in bound.terms
    )


def _of(atom: Atom) -> Bound:
    return Bound((((atom,), 1),))


def _atom_holds(atom: Atom, wanted: Index) -> bool:
    if isinstance(atom, Extreme):
        return any(part.holds(wanted) for part in atom.of)
    return atom == wanted


def _extreme_of(atom: Atom, wanted: Index, at_high: bool) -> Bound:
    if atom == wanted:
        return wanted.high if at_high else ZERO
    if isinstance(atom, Extreme) and _atom_holds(atom, wanted):
        parts = [part.without(wanted, largest=at_high) or ZERO for part in atom.of]
        return _extreme(tuple(parts), is_least=atom.is_least)
    return _of(atom)


def _atom_at(atom: Atom, options: int) -> Number:
    match atom:
        case Options():
            return options
        case Index(high=high):
            return max(0, high.exactly(options))
        case Extreme(is_least=is_least, of=parts):
            values = [part.exactly(options) for part in parts]
            return min(values) if is_least else max(values)


def _ceiling(bound: Bound) -> Number | None:
    """A number that the bound never exceeds, found term by term; nothing if a term grows."""
    total: Number = 0
    for monomial, factor in bound.terms:
        if factor < 0:
            if not all(_is_natural(atom) for atom in monomial):
                return None
            continue
        for atom in monomial:
            most = _atom_ceiling(atom)
            if most is None:
                return None
            factor *= most  # noqa: PLW2901
        total += factor
    return total


def _atom_ceiling(atom: Atom) -> Number | None:
    match atom:
        case Options():
            return None
        case Index(high=high):
            return _ceiling(high)
        case Extreme(is_least=is_least, of=parts):
            found = [_ceiling(part) for part in parts]
            known = [part for part in found if part is not None]
            if is_least:
                return min(known) if known else None
            return max(known) if len(known) == len(found) else None
