"""What a chart is: a Vega-Lite specification with the words that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.intervals.interval import FEW_UNITS
from cgr_audit.page.charts.theme import configuration

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Chart", "percent", "points", "rests_on", "spanned", "tooltip", "values"]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart that can be drawn as a picture, or live on a page."""

    name: str
    """The name of its file."""
    title: str
    """One sentence that says what is to be seen in it."""
    caption: str
    """What is drawn and by which method."""
    alternative: str
    """What a reader who sees no picture is told: the numbers that matter."""
    specification: Mapping[str, Any]
    """Vega-Lite without title; colours are those of ``theme``."""

    @classmethod
    def of(cls, name: str, title: str, caption: str, alternative: str, drawn: alt.TopLevelMixin) -> Chart:
        """The chart of an Altair drawing, in the theme's fonts and colours."""
        # Tests hold every chart against the schema of Vega-Lite; doing so in every report takes longer than drawing it.
        specification = drawn.to_dict(validate=False)
        specification["config"] = configuration()
        specification["description"] = f"{title} {alternative}"
        return cls(name, title, caption, alternative, specification)


def values(records: list[dict[str, Any]]) -> alt.InlineData:
    """Records as inline data, its numbers rounded so that every run writes the same bytes."""
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    rounded = [{name: _rounded(value) for name, value in record.items()} for record in records]
    return alt.InlineData(values=rounded)


def tooltip(titles: Mapping[str, str]) -> list[alt.Tooltip]:
    """What a mark says under the pointer.

    Args:
        titles: what each field is called, by the field; numbers that are not to be shown as they are, are fields of
            texts.
    """
    import altair as alt  # noqa: PLC0415

    return [alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()]


def percent(value: float | None) -> str:
    """A percentage with one decimal, a dash where there is none."""
    return "–" if value is None else f"{value:.1f} %"


def points(value: float | None) -> str:
    """Signed percentage points with one decimal, a dash where there are none; never a negative zero."""
    if value is None:
        return "–"
    shown = f"{value:+.1f}"
    return "0.0" if float(shown) == 0 else shown.replace("-", "−")


def spanned(interval: Mapping[str, Any]) -> str:
    """The ends of an interval, or why there is none."""
    return interval["refused"] or f"{points(interval['low'])} to {points(interval['high'])}"


def rests_on(interval: Mapping[str, Any], methods: Mapping[str, Mapping[str, Any]]) -> str:
    """How many units an interval rests on: ``54 pairs``; few are said to be few. Of two kinds of units, the fewer."""
    names = methods[interval["method"]]["unit"].split(",")[0].split(" or ")
    kind = " or ".join(f"{name}s" for name in names)
    few = ": few" if 0 < interval["units"] < FEW_UNITS else ""
    return f"{interval['units']:,} {kind}{few}"


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value
