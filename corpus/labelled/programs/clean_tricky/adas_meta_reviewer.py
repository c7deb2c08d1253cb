def forward(self, taskInfo):
    authors = {name: LLMAgentBase(["thinking", "answer"], f"Author {name}") for name in ("one", "two", "three")}
    papers = {name: author([taskInfo], "Solve the task.") for name, author in authors.items()}
    reviews = []
    for name, (thinking, answer) in papers.items():
        reviewer = LLMAgentBase(["review"], f"Reviewer of {name}")
        reviews += reviewer([taskInfo, thinking, answer], "Review this solution in three sentences.")
    meta = LLMAgentBase(["summary"], "Meta-reviewer")([taskInfo, *reviews], "Which solution is the best, and why?")
    editor = LLMAgentBase(["thinking", "answer"], "Editor")
    final = editor([taskInfo, *[answer for _, answer in papers.values()], *meta], "Give the final answer.")
    return final[1]
