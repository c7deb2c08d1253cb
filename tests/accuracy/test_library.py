"""What `cgr_audit.accuracy` offers by itself, and that asking for it costs nothing before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cgr_audit import accuracy


@pytest.mark.parametrize("name", accuracy.__all__)
def test_a_name_that_is_offered_is_what_its_module_defines(name: str) -> None:
    offered = getattr(accuracy, name)
    assert offered.__name__ == name
    assert offered.__module__.startswith("cgr_audit.accuracy.")
    assert name in dir(accuracy)


def test_a_name_that_is_not_offered_is_said_as_for_any_module() -> None:
    with pytest.raises(AttributeError, match=r"module 'cgr_audit\.accuracy' has no attribute 'averages'"):
        _ = accuracy.averages


def test_the_library_is_light_until_something_is_asked_of_it() -> None:
    said = "import sys, cgr_audit.accuracy; print(sorted({'numpy', 'pandas', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_table_of_ones_own_has_figures_and_intervals() -> None:
    import pandas as pd

    right = {"direct": [True, False] * 6, "assisted": [True] * 12, "generator": [True] * 12}
    table = pd.DataFrame(
        {
            "dataset": [name for name in "abc" for _ in range(4)],
            "solver": ["s", "s", "t", "t"] * 3,
            "item_id": [str(number) for number in range(12)],
            **{f"{channel}_correct": pd.array(values, dtype="boolean") for channel, values in right.items()},
        }
    )
    figures = accuracy.micro(table)
    assert (figures.rows, figures.direct, figures.assisted, figures.gain, figures.closure) == (12, 50, 100, 50, 100)
    method = accuracy.Method.PAIRS
    (gain,) = accuracy.estimates(table, accuracy.Resampling(100), [method], figures=[("macro", "gain")])
    assert (gain.value, gain.interval(method).low, gain.interval(method).high, gain.interval(method).units) == (
        50,
        50,
        50,
        6,
    )
