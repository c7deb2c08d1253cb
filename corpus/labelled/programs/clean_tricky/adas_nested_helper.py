def forward(self, taskInfo):
    def ask(name, instruction, *context, field="text"):
        (reply,) = LLMAgentBase([field], name)([taskInfo, *context], instruction)
        return reply

    plan = ask("Planner", "Make a plan in three steps.")
    steps = [plan]
    for number in (1, 2, 3):
        steps.append(ask(f"Worker {number}", f"Carry out step {number} of the plan.", *steps))
    return ask("Closer", "Give only the final answer.", *steps, field="answer")
