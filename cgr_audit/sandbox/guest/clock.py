"""Virtual time: it starts at the same moment in every run, each look at it costs a little, and sleeping is free."""

import time
from calendar import timegm

from .untouched import BUILTINS

__builtins__ = BUILTINS

START_NS = 1_767_225_600 * 10**9  # 2026-01-01T00:00:00Z
LOOK_NS = 100_000
_SECOND = 10**9

_gmtime = time.gmtime
_asctime = time.asctime
_strftime = time.strftime


def virtual_clock():
    """Replacements for the clock functions of the module ``time``, by name; they share one clock."""
    now_ns = 0

    def elapsed():
        nonlocal now_ns
        now_ns += LOOK_NS
        return now_ns

    def sleep(seconds, /):
        nonlocal now_ns
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        now_ns += int(seconds * _SECOND)

    def time_ns():
        return START_NS + elapsed()

    def time():
        return time_ns() / _SECOND

    def monotonic():
        return elapsed() / _SECOND

    def clock_gettime(clock, /):
        return time() if clock == 0 else monotonic()

    def clock_gettime_ns(clock, /):
        return time_ns() if clock == 0 else elapsed()

    def gmtime(seconds=None, /):
        return _gmtime(time() if seconds is None else seconds)

    def asctime(moment=None, /):
        return _asctime(gmtime() if moment is None else moment)

    def ctime(seconds=None, /):
        return _asctime(gmtime(seconds))

    def strftime(layout, moment=None, /):
        return _strftime(layout, gmtime() if moment is None else moment)

    def mktime(moment, /):
        return float(timegm(moment))

    return {
        "time": time,
        "time_ns": time_ns,
        "monotonic": monotonic,
        "monotonic_ns": elapsed,
        "perf_counter": monotonic,
        "perf_counter_ns": elapsed,
        "process_time": monotonic,
        "process_time_ns": elapsed,
        "thread_time": monotonic,
        "thread_time_ns": elapsed,
        "clock_gettime": clock_gettime,
        "clock_gettime_ns": clock_gettime_ns,
        "clock_getres": lambda clock, /: LOOK_NS / _SECOND,
        "sleep": sleep,
        "gmtime": gmtime,
        "localtime": gmtime,
        "asctime": asctime,
        "ctime": ctime,
        "strftime": strftime,
        "mktime": mktime,
        "tzset": lambda: None,
    }
