def forward(self, taskInfo):
    fast = LLMAgentBase(["answer"], "Fast Track", temperature=0.2)
    slow_fields = ["thinking", "answer"]
    quick = [fast([taskInfo], "Answer at once.", i)[0] for i in range(3)]
    if len({info.content for info in quick}) == 1:
        return quick[0]
    thinking, answer = LLMAgentBase(slow_fields, "Analyst")([taskInfo], "Analyse the task.")
    for stage in ("Verifier", "Simplifier"):
        thinking, answer = LLMAgentBase(slow_fields, stage)([taskInfo, thinking, answer], "Improve the answer.")
    closing = LLMAgentBase(["answer"], "Arbiter")
    return closing([taskInfo, *quick, thinking, answer], "Give the final answer.")[0]
