def forward(self, taskInfo):
    class Crew:
        def __init__(self):
            self.context = [taskInfo]

        def step(self, name, instruction, fields=("note",)):
            agent = LLMAgentBase(list(fields), name)
            infos = agent(self.context, instruction)
            self.context = [*self.context, *infos]
            return infos[-1]

    crew = Crew()
    for name, instruction in {"Reader": "Restate.", "Planner": "Plan.", "Worker": "Work.", "Critic": "Object."}.items():
        crew.step(name, instruction)
    return crew.step("Writer", "Write the final answer.", fields=("thinking", "answer"))
