"""The similarities, in the order in which they are listed; the first is the default."""

from __future__ import annotations

from types import MappingProxyType

from cgr_audit.scorecards.codesteps.similarity.embeddings import Embeddings
from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.codesteps.similarity.token_set import TokenSet

__all__ = ["SIMILARITIES"]

SIMILARITIES: MappingProxyType[str, Similarity] = MappingProxyType(
    {similarity.name: similarity for similarity in (TokenSet(), Embeddings())}
)
