def forward(self, taskInfo):
    principle = Info("principle", "Handbook", "Check the units before the numbers.", -1)
    solver = LLMAgentBase(["thinking", "answer"], "Solver")
    thinking, answer = solver([taskInfo, principle], "Answer.")
    checker = LLMAgentBase(["answer"], "Checker")
    return checker([taskInfo, thinking, answer], "Correct the answer if it is wrong.")[0]
