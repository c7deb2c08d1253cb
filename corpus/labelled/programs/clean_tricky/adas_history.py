def forward(self, taskInfo):
    proposer = LLMAgentBase(["thinking", "answer"], "Proposer")
    opponent = LLMAgentBase(["objection"], "Opponent")
    history = [taskInfo]
    answer = None
    for round_number in range(3):
        thinking, answer = proposer(history, "Propose or improve an answer.", round_number)
        history += [thinking, answer]
        history += opponent(history, "Object.", round_number)
    return answer
