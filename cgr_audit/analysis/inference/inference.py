"""From programs to the contract that they were written for: a built-in one that fits, or one of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cgr_audit.analysis.inference.contract_text import contract_text
from cgr_audit.analysis.inference.proposal import Proposal, Share, misfit_of, propose
from cgr_audit.analysis.inference.traits import ProgramTraits, traits_of
from cgr_audit.errors import NothingCollectedError
from cgr_audit.source.contract import ArgumentStyle, Contract, built_in_contracts, load_contract, parse_contract
from cgr_audit.source.program import Program

__all__ = ["Inference", "infer_contract"]

_MOST = 1_000
"""Programs that are read; of more, so many at equal distances."""
_AS_GOOD = 0.1
"""A built-in contract is taken although a proposal fits that much more of the programs."""


@dataclass(frozen=True, slots=True)
class Inference:
    """What programs say of their contract."""

    proposal: Proposal
    text: str
    """The proposed contract as a file."""
    contract: Contract
    """The same, read."""
    fits: Share
    """How many programs fit it."""
    built_in: str
    """The built-in contract that fits the most."""
    built_in_fits: Share
    programs: int
    """How many there are."""

    @property
    def is_built_in(self) -> bool:
        """Whether the built-in contract fits well enough to be taken."""
        return self.built_in_fits.count >= max(1, self.fits.count - _AS_GOOD * self.fits.total)


def infer_contract(
    programs: Sequence[Program], name: str, origin: str, renamed: Mapping[str, str] | None = None
) -> Inference:
    """Propose a contract.

    Args:
        programs: the programs.
        name: what a contract of their own is called.
        origin: where the programs are, for a comment in it.
        renamed: names of the items' own columns, each with the field of an item's record that it became.

    Raises:
        NothingCollectedError: there is no program that can be read.
    """
    step = max(1, -(-len(programs) // _MOST))
    chosen = programs[::step]
    traits = [found for found in map(traits_of, chosen) if found is not None]
    if not traits:
        said = f"none of {len(chosen)} texts is a Python program" if chosen else "no program found"
        raise NothingCollectedError(f"{origin}: {said}; give a folder of *.py files, or rows with --source-field")
    proposal = propose(traits, len(chosen), renamed)
    text = contract_text(proposal, name, origin)
    contract = parse_contract(text, f"the contract proposed from {origin}")
    fits = _fitting(contract, traits)
    known = [load_contract(one) for one in built_in_contracts()]
    usable = [one for one in known if one.entry.arguments in (ArgumentStyle.NAMED, proposal.arguments)]
    best = max(usable, key=lambda one: _fitting(one, traits))
    return Inference(
        proposal,
        text,
        contract,
        Share(fits, len(chosen)),
        best.name,
        Share(_fitting(best, traits), len(chosen)),
        len(programs),
    )


def _fitting(contract: Contract, traits: Sequence[ProgramTraits]) -> int:
    return sum(misfit_of(contract, one) is None for one in traits)
