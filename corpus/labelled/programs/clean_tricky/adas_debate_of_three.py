def forward(self, taskInfo):
    initial = "Please think step by step and then solve the task."
    refine = "Given the opinions of other agents, reconsider and give an updated answer."
    roles = ["Biology Expert", "Physics Expert", "Science Generalist"]
    debaters = [LLMAgentBase(["thinking", "answer"], "Debate Agent", role=role, temperature=0.5) for role in roles]
    rounds = 2
    all_thinking = [[] for _ in range(rounds)]
    all_answer = [[] for _ in range(rounds)]
    for r in range(rounds):
        for i in range(len(debaters)):
            if r == 0:
                thinking, answer = debaters[i]([taskInfo], initial)
            else:
                others = all_thinking[r - 1][:i] + all_thinking[r - 1][i + 1 :]
                thinking, answer = debaters[i]([taskInfo, all_answer[r - 1][i]] + others, refine)
            all_thinking[r].append(thinking)
            all_answer[r].append(answer)
    judge = LLMAgentBase(["thinking", "answer"], "Final Decision Agent", temperature=0.1)
    thinking, answer = judge([taskInfo] + all_thinking[-1] + all_answer[-1], "Provide the final answer.")
    return answer
