def forward(self, taskInfo):
    router = LLMAgentBase(["choice"], "Router")
    experts = {
        "maths": LLMAgentBase(["answer"], "Mathematician"),
        "law": LLMAgentBase(["answer"], "Lawyer"),
    }
    choice = router([taskInfo], "Is this about maths or law? Reply with one word.")[0].content
    expert = experts["maths"] if "maths" in choice.lower() else experts["law"]
    return expert([taskInfo], "Answer the task.")[0]
