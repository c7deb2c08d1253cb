def forward(self, taskInfo):
    def number(info):
        digits = "".join(c for c in str(info.content) if c in "0123456789")
        return int(digits[:3]) if digits else 0

    scored = []
    for i in range(3):
        solver = LLMAgentBase(["thinking", "answer"], "Solver", temperature=0.7)
        thinking, answer = solver([taskInfo], "Solve the task step by step.", i)
        scorer = LLMAgentBase(["score"], "Scorer")
        score = scorer([taskInfo, thinking, answer], "Score the answer from 0 to 100.", i)[0]
        scored.append((number(score), -i, answer))
    scored.sort(key=lambda entry: entry[:2], reverse=True)
    return scored[0][2]
