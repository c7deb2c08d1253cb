"""Whether a predicted output is the expected one, exactly as CodeMind's authors decide it (Liu et al. 2024).

Their scripts compare text, not values: there is no tolerance for numbers, and the space between words does not count.
"""

from __future__ import annotations

__all__ = ["END", "OUTPUT", "cut_response", "folded", "is_same_output", "parsed_response", "prediction"]

OUTPUT = "<<<Output>>>"
"""What a model is asked to write before its prediction."""
END = "[END-OF-RESPONSE]"
"""What a model is asked to write behind it."""

_QUOTES = ("'", "`")
_DELETED = str.maketrans({"\r": None, "\n": None, " ": None, '"': "'"})


def is_same_output(predicted: str, expected: str) -> bool:
    """Whether a prediction counts as right.

    Newlines and spaces go on both sides, double quotes become single ones, and at most one quote or backtick goes at
    either end; then the two are compared exactly. From the prediction the mark of the end goes after that, so that a
    quote before the mark stays.
    """
    return folded(predicted).replace(END, "") == folded(expected)


def folded(text: str) -> str:
    """A text without newlines and spaces, with single quotes only, and without one quote or backtick at either end.

    Files are read as text by the authors' scripts, so that a carriage return is a newline.
    """
    text = text.translate(_DELETED)
    if text.startswith(_QUOTES):
        text = text[1:]
    return text[:-1] if text.endswith(_QUOTES) else text


def cut_response(response: str) -> str:
    """The prediction in a whole response: what follows the last mark of the output, up to the mark of the end."""
    return response.rpartition(OUTPUT)[2].partition(END)[0]


def parsed_response(response: str) -> str | None:
    """The prediction between both marks, as a model is asked to write it; nothing where one of them is missing.

    What follows the mark of the end is no part of the response, also where a model goes on and is cut off.
    """
    before, end, _ = response.partition(END)
    _, mark, predicted = before.rpartition(OUTPUT)
    return predicted if mark and end else None


def prediction(predicted: str | None, response: str | None) -> str | None:
    """The prediction of a row: that which is given, else the one in the response.

    A prediction that still holds the mark of the output is a whole response that nobody has cut.
    """
    if predicted is None:
        return None if response is None else cut_response(response)
    return cut_response(predicted) if OUTPUT in predicted else predicted
