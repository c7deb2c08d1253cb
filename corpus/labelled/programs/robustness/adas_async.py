async def forward(self, taskInfo):
    agent = LLMAgentBase(["answer"], "Solver")
    return agent([taskInfo], "Answer.")[0]
