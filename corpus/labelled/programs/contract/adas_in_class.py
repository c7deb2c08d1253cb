class System:
    def forward(self, taskInfo):
        agent = LLMAgentBase(["answer"], "Solver")
        return agent([taskInfo], "Answer the task.")[0]
