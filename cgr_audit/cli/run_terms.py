"""The solvers of a run, with which sampling parameters, and what is asked besides the programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cgr_audit.execution.controls import ControlChoice
    from cgr_audit.execution.plan import SolverChoice
    from cgr_audit.solvers.cached import SolverOptions
    from cgr_audit.source.contract import Contract

__all__ = ["RunTerms", "run_terms", "terms_of_recording"]


@dataclass(frozen=True, slots=True)
class RunTerms:
    """What the options of a run come to."""

    choices: tuple[SolverChoice, ...]
    seed: int
    """Seed of the randomness inside programs."""
    parameters: Mapping[str, Any]
    controls: tuple[ControlChoice, ...]
    generator: SolverChoice | None = None

    def in_flight(self, jobs: int) -> int:
        """How many pieces of work go on at a time: the most that any of those who answer takes."""
        models = [*self.choices, *([] if self.generator is None else [self.generator])]
        return max(model.in_flight(jobs) for model in models)


def run_terms(
    contract: Contract,
    solvers: Sequence[str],
    asking: SolverOptions | None = None,
    *,
    temperature: float | None = None,
    max_tokens: int | None = None,
    seed: int | None = None,
    controls: Sequence[str] = (),
    generator: str = "",
) -> RunTerms:
    """The terms that options give. A replay has the parameters and controls of its recording.

    Args:
        contract: with the direct path's parameters.
        solvers: SPECs, at least one.
        asking: cache, budget and connections of all of them.
        temperature: instead of the contract's.
        max_tokens: likewise.
        seed: of randomness inside programs, and sent where it is given.
        controls: as ``--control`` takes them.
        generator: the SPEC of the generator's model; empty where none is given.

    Raises:
        UsageError: options that do not go together, a SPEC or a control that is none.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.execution.control_plan import chosen_controls
    from cgr_audit.execution.controls import parse_control
    from cgr_audit.execution.solver_choice import choose_generator, choose_solvers

    choices = choose_solvers(solvers, contract, asking)
    if choices[0].is_replay:
        live = {
            "--temperature": temperature,
            "--max-tokens": max_tokens,
            "--control": controls or None,
            "--generator": generator or None,
        }
        given = next((name for name, value in live.items() if value is not None), None)
        if given is not None:
            raise UsageError(f"{given}: a replay asks what its recording asked, with the recorded parameters")
        return terms_of_recording(choices[0], seed or 0)
    said = {"temperature": temperature, "max_tokens": max_tokens, "seed": seed}
    parameters = {**contract.direct.parameters, **{name: value for name, value in said.items() if value is not None}}
    model = choose_generator(generator, contract, asking) if generator else None
    chosen = chosen_controls(contract, map(parse_control, controls), has_generator=model is not None)
    return RunTerms(choices, seed or 0, parameters, chosen, model)


def terms_of_recording(choice: SolverChoice, seed: int) -> RunTerms:
    """The terms of a replay: sampling parameters and controls are those of the recording."""
    from cgr_audit.execution.verify.recorded import recorded_controls, recorded_parameters

    recording = choice.recording
    assert recording is not None
    return RunTerms((choice,), seed, recorded_parameters(recording), recorded_controls(recording))
