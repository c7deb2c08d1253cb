def forward(self, taskInfo):
    team = {name: LLMAgentBase(["answer"], name) for name in ("Planner", "Worker")}
    plan = team["Planner"]([taskInfo], "Plan.")[0]
    return team["Worker"]([taskInfo, plan], "Follow the plan and answer.")[0]
