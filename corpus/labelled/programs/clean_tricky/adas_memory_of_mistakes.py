def forward(self, taskInfo):
    student = LLMAgentBase(["thinking", "answer"], "Student")
    teacher = LLMAgentBase(["lesson"], "Teacher")
    lessons = []
    answers = []
    for trial in range(4):
        thinking, answer = student([taskInfo] + lessons, "Solve the task; mind the lessons.", trial)
        answers.append(answer)
        (lesson,) = teacher([taskInfo, thinking, answer], "What should be learnt from this? Say PASS if nothing.", trial)
        if "PASS" in lesson.content:
            return answer
        lessons.append(lesson)
    return max(answers, key=lambda info: [one.content for one in answers].count(info.content))
