def forward(self, taskInfo):
    weights = {"Professor": 3, "Assistant": 2, "Student": 1, "Guest": 1}
    totals, infos = {}, {}
    for role, weight in weights.items():
        agent = LLMAgentBase(["answer"], "Voter", role=role)
        (info,) = agent([taskInfo], "Vote with the answer only.")
        key = str(info.content).strip().lower()
        totals[key] = totals.get(key, 0) + weight
        infos[key] = info
    return infos[max(totals, key=totals.get)]
