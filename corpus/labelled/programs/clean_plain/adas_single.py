def forward(self, taskInfo):
    agent = LLMAgentBase(["thinking", "answer"], "Reasoner")
    thinking, answer = agent([taskInfo], "Think step by step, then answer.")
    return answer
