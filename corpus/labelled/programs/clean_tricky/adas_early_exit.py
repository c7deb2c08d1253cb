def forward(self, taskInfo):
    writer = LLMAgentBase(["answer"], "Writer")
    critic = LLMAgentBase(["verdict"], "Critic")
    answer = writer([taskInfo], "Answer the task.")[0]
    if "fine" in critic([taskInfo, answer], "Say fine or faulty.")[0].content.lower():
        return answer
    second = writer([taskInfo, answer], "Answer again, differently.")[0]
    verdict = critic([taskInfo, answer, second], "Say first or second.")[0]
    return second if "second" in verdict.content.lower() else answer
