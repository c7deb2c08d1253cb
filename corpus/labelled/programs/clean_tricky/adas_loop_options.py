def forward(self, taskInfo):
    def panel(kind):
        answers = []
        for number in range(3):
            member = LLMAgentBase(["thinking", "answer"], f"{kind} {number}", temperature=0.3 * number)
            thinking, answer = member([taskInfo], f"Answer as a {kind}.")
            answers.append(answer.content)
        return answers

    ballots = panel("teacher") + panel("pupil")
    return max(sorted(set(ballots)), key=ballots.count)
