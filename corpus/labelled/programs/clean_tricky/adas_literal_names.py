def forward(self, taskInfo):
    roles = ["Historian", "Chemist"]
    views = []
    for role in roles:
        agent = LLMAgentBase(["thinking", "answer"], role, role=f"{role} who answers with care")
        views.extend(agent([taskInfo], "Give your view."))
    judge = LLMAgentBase(["thinking", "answer"], "Judge")
    return judge([taskInfo] + views, "Decide between the views.")[1]
