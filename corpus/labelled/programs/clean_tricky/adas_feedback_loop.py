def forward(self, taskInfo):
    draft_agent = LLMAgentBase(["thinking", "answer"], "Draft Agent")
    critic_agent = LLMAgentBase(["feedback", "correct"], "Critic Agent")
    messages = [taskInfo]
    thinking, answer = draft_agent(messages, "Please solve the task.", 0)
    for i in range(4):
        messages += [thinking, answer]
        feedback, correct = critic_agent(messages, "Review the answer. Put True in correct if nothing is wrong.", i)
        if correct.content.strip() == "True":
            break
        messages.append(feedback)
        thinking, answer = draft_agent(messages, "Use the feedback and try again.", i + 1)
    return answer
