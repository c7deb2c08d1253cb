def forward(self, taskInfo):
    fields = ["thinking", "answer"]
    instruction = "Think step by step and then answer the task."
    roles = ["Chemist", "Historian", "Statistician", "Helpful Generalist"]
    experts = [LLMAgentBase(fields, "Expert", role=role, temperature=0.3 + 0.2 * i) for i, role in enumerate(roles)]
    opinions = []
    for expert in experts:
        opinions.extend(expert([taskInfo], instruction))
    chair = LLMAgentBase(fields, "Chair", temperature=0.1)
    thinking, answer = chair([taskInfo] + opinions, "Weigh the opinions of all experts and answer.")
    return answer
