def forward(self, taskInfo):
    router = LLMAgentBase(["choice"], "Router")
    agents = {
        "math": LLMAgentBase(["thinking", "answer"], "Mathematician"),
        "law": LLMAgentBase(["thinking", "answer"], "Lawyer"),
    }
    generalist = LLMAgentBase(["thinking", "answer"], "Generalist")
    choice = router([taskInfo], "Reply math, law or other.")[0]
    chosen = agents.get(choice.content.strip().lower(), generalist)
    thinking, answer = chosen([taskInfo, choice], "Solve the task.")
    return answer
