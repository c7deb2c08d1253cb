"""Objects of the standard library that functions return and tests compare, taken apart inside and put together here.

``inside/asserting.py`` records such an object as a tuple under the type's full name, which no class statement gives.
"""

from __future__ import annotations

from collections import deque
from datetime import date, datetime, timedelta
from typing import Any

__all__ = ["standard_object"]


class _Date(date):
    def __repr__(self) -> str:
        return f"_datetime.date{self.year, self.month, self.day}"


class _Moment(datetime):
    def __repr__(self) -> str:
        parts = (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)
        return f"_datetime.datetime{parts}"


class _Duration(timedelta):
    def __repr__(self) -> str:
        return f"_datetime.timedelta{self.days, self.seconds, self.microseconds}"


class _Queue(deque[Any]):
    def __repr__(self) -> str:
        # What a queue holds may be one of these objects too, whose text is none of Python's.
        return f"_deque({list(self)!r})"


_MAKERS = {"datetime.date": _Date, "datetime.datetime": _Moment, "datetime.timedelta": _Duration}


def standard_object(type_name: str, parts: Any) -> Any:
    """The object of that type, equal to the one that was taken apart; nothing if it is no such type.

    Its text is an expression of the deciding instance (``inside/deciding.py``).
    """
    if not isinstance(parts, tuple):
        return None
    if type_name == "collections.deque":
        return _Queue(parts)
    maker = _MAKERS.get(type_name)
    try:
        return None if maker is None else maker(*parts)
    except (TypeError, ValueError, OverflowError):
        return None
