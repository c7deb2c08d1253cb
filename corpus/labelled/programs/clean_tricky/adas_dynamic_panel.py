def forward(self, taskInfo):
    manager = LLMAgentBase(["count"], "Manager")
    count = manager([taskInfo], "How many experts are needed, 1 to 5?")[0].content
    digits = [int(c) for c in str(count) if c in "12345"]
    needed = digits[0] if digits else 5
    answers = []
    for index in range(5):
        if index >= needed:
            break
        expert = LLMAgentBase(["answer"], f"Expert {index + 1}")
        answers += expert([taskInfo, *answers], "Answer the task; earlier answers may be wrong.")
    return answers[-1]
