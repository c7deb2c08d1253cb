def consult(name, taskInfo, context, instruction):
    agent = LLMAgentBase(["thinking", "answer"], name)
    return agent([taskInfo] + context, instruction)


def forward(self, taskInfo):
    context = []
    for name in ("Abstractor", "Solver"):
        context += consult(name, taskInfo, context, "Add what you can.")
    thinking, answer = consult("Closer", taskInfo, context, "Give the answer.")
    return answer
