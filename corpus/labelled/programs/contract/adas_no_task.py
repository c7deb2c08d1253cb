def forward(self, taskInfo, examples):
    agent = LLMAgentBase(["answer"], "Solver")
    return agent([taskInfo, examples], "Answer the task.")[0]
