def forward(self, taskInfo):
    sources = [LLMAgentBase(["principles"], name) for name in ("Physics Source", "Chemistry Source")]
    principles = [source([taskInfo], "State the principles involved. Do not solve.")[0] for source in sources]
    solver = LLMAgentBase(["thinking", "answer"], "Principled Solver")
    thinking, answer = solver([taskInfo, *principles], "Solve the task by the principles.")
    checker = LLMAgentBase(["answer"], "Checker")
    (checked,) = checker([taskInfo, thinking, answer], "Repeat the answer, corrected where it violates a principle.")
    return checked
