def forward(self, taskInfo):
    reader = LLMAgentBase(["notes"], "Reader")
    writer = LLMAgentBase(["answer"], "Writer")
    notes = reader.query([taskInfo], "Take notes.")
    answers = writer.query([taskInfo, *notes], "Answer from the notes.")
    return answers[0]
