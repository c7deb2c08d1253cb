"""An approver: Python in tool calls is judged before it runs."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.approval import Approval, ApprovalDecision, Approver, approver
from inspect_ai.model import ChatMessage
from inspect_ai.tool import ToolCall, ToolCallView

from cgr_audit.gate.policy import Decision
from cgr_audit.inspect.conversation_gate import ConversationGate, summary
from cgr_audit.source.messages import CODE_ARGUMENTS, code_of_call
from cgr_audit.source.program import Program

__all__ = ["program_gate"]


@approver(name="program_gate")
def program_gate(
    contract: str = "cgr",
    policy: str | None = None,
    observe: ApprovalDecision = "approve",
    arguments: Sequence[str] = CODE_ARGUMENTS,
) -> Approver:
    """Reject the tool calls whose Python the gate refuses; what is judged is the code exactly as it would run.

    A call without such code is escalated: this approver has nothing to say of it.

    Args:
        contract: a built-in contract, or a TOML file.
        policy: a TOML file; the built-in policy by default.
        observe: what becomes of code that may run, but breaks the contract or budget, or has another finding of its
            kind: a short script that is not a scaffold always does.
        arguments: which argument of a call is Python: the first of these that it has.
    """
    judge = ConversationGate(contract, policy)
    decisions: dict[Decision, ApprovalDecision] = {
        Decision.APPROVED: "approve",
        Decision.OBSERVE: observe,
        Decision.REFUSED: "reject",
    }

    async def approve(message: str, call: ToolCall, view: ToolCallView, history: list[ChatMessage]) -> Approval:  # noqa: ARG001  Inspect's signature
        code = code_of_call(call.arguments, arguments)
        if code is None:
            return Approval(decision="escalate", explanation="the call has no Python to judge")
        program = Program(call.id, call.id, code.encode("utf-8", "surrogatepass"))
        judged = await judge.judge([program])
        return Approval(
            decision=decisions[judged[0].verdict.verdict],
            explanation=summary(judged),
            metadata={"programs": [one.to_record() for one in judged]},
        )

    return approve
