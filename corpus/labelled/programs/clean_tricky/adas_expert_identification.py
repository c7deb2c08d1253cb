def forward(self, taskInfo):
    identifier = LLMAgentBase(["first_role", "second_role"], "Identifier")
    roles = identifier([taskInfo], "Name two professions that can solve this task.")
    answers = []
    for role in roles[:2]:
        expert = LLMAgentBase(["thinking", "answer"], "Expert", role=role.content[:60])
        answers.append(expert([taskInfo], "Solve the task as an expert in your profession.")[1])
    return LLMAgentBase(["thinking", "answer"], "Final")([taskInfo] + answers, "Give the final answer.")[1]
