def forward(self, taskInfo):
    from collections import Counter

    instruction = "Solve the task. Put only the final answer into the answer field."
    by_content = {}
    contents = []
    for attempt in range(5):
        solver = LLMAgentBase(["thinking", "answer"], f"Solver {attempt}", temperature=0.8)
        _, answer = solver([taskInfo], instruction, attempt)
        contents.append(answer.content)
        by_content.setdefault(answer.content, answer)
    (top, count), *_ = Counter(contents).most_common()
    if count > 2:
        return by_content[top]
    judge = LLMAgentBase(["answer"], "Judge")
    return judge([taskInfo, *by_content.values()], "Choose the best of these answers.")[0]
