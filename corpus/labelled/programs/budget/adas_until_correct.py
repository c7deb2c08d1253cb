def forward(self, taskInfo):
    solver = LLMAgentBase(["answer"], "Solver")
    critic = LLMAgentBase(["verdict"], "Critic")
    answer = solver([taskInfo], "Answer.")[0]
    verdict = critic([taskInfo, answer], "Is it right? Say yes or no.")[0]
    while "yes" not in verdict.content.lower():
        answer = solver([taskInfo, answer], "Try again.")[0]
        verdict = critic([taskInfo, answer], "Is it right? Say yes or no.")[0]
    return answer
