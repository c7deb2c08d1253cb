def forward(self, taskInfo):
    writer = LLMAgentBase(["thinking", "answer"], "Writer")
    judge = LLMAgentBase(["grade"], "Judge")
    rounds = 0
    context = [taskInfo]
    thinking, answer = writer(context, "Solve the task.")
    while rounds < 4:
        grade = judge(context + [thinking, answer], "Grade the answer: good or bad.", rounds)[0]
        rounds += 1
        if "good" in grade.content.lower() and "not good" not in grade.content.lower():
            return answer
        context = [taskInfo, thinking, answer, grade]
        thinking, answer = writer(context, "Improve the answer.", rounds)
    return answer
