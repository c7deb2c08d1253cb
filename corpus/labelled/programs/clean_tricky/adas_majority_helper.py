def forward(self, taskInfo):
    def majority(values):
        return max(sorted(set(values)), key=values.count)

    small = [LLMAgentBase(["answer"], "Small", temperature=0.9) for _ in range(3)]
    guesses = [agent([taskInfo], "A short answer.")[0].content for agent in small]
    leader = majority(guesses)
    judge = LLMAgentBase(["answer"], "Judge")
    return judge([taskInfo, Info("proposal", "Panel", leader, -1)], "Accept the proposal or correct it.")[0]
