from collections import Counter


def forward(self, taskInfo):
    agents = [LLMAgentBase(["answer"], f"Voter {number}", temperature=0.8) for number in range(5)]
    ballots = [agent([taskInfo], "Answer briefly.")[0].content for agent in agents]
    return Counter(ballots).most_common(1)[0][0]
