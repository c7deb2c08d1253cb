def forward(self, taskInfo):
    solver = LLMAgentBase(["thinking", "answer"], "Solver", temperature=0.2)
    critic = LLMAgentBase(["feedback"], "Critic")
    thinking, answer = solver([taskInfo], "Answer the task.")
    for turn in range(2):
        (feedback,) = critic([taskInfo, thinking, answer], "What is wrong with the answer?", turn)
        thinking, answer = solver([taskInfo, thinking, answer, feedback], "Answer again.", turn + 1)
    return answer
