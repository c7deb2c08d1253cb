"""Where the values that a program can return come from: an abstract interpreter over the entry and all it reaches.

:mod:`values`, :mod:`objects` and :mod:`state` are what it computes with; :mod:`statements`, :mod:`loops`,
:mod:`protected`, :mod:`expressions`, :mod:`conditions` and :mod:`calls` run a program; :mod:`library` and its
neighbours stand for what lies outside; :mod:`sources` reads the result, and :mod:`responses` what :mod:`traces` kept
of each response.
"""

from cgr_audit.analysis.provenance.analysis import VALUE, ChannelProvenance, Provenance, find_provenance
from cgr_audit.analysis.provenance.executed import Executed
from cgr_audit.analysis.provenance.responses import Responses, Taken, Unchecked
from cgr_audit.analysis.provenance.run import PromptRecord
from cgr_audit.analysis.provenance.sources import Flow, Source
from cgr_audit.analysis.provenance.watch import Watch

__all__ = [
    "VALUE",
    "ChannelProvenance",
    "Executed",
    "Flow",
    "PromptRecord",
    "Provenance",
    "Responses",
    "Source",
    "Taken",
    "Unchecked",
    "Watch",
    "find_provenance",
]
