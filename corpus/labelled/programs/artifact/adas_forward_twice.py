def forward(self, taskInfo):
    agent = LLMAgentBase(["answer"], "First")
    return agent([taskInfo], "Answer.")[0]


def forward(self, taskInfo):
    agent = LLMAgentBase(["answer"], "Second")
    return agent([taskInfo], "Answer in one word.")[0]
