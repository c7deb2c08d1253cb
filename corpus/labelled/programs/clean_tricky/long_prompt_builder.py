class PromptBuilder:
    """Builds one prompt from parts; nothing here is an answer."""

    def __init__(self):
        self.parts = []

    def __iadd__(self, part):
        self.parts.append(part)
        return self

    def __str__(self):
        return "\n\n".join(self.parts)

    def __len__(self):
        return sum(map(len, self.parts))


def solve_builder(question, options, exp_config):
    builder = PromptBuilder()
    builder += "You sit an exam on navigation at sea."
    builder += question
    for option in options:
        builder += f"Option {option['id']}: {option['text']}"
    if len(builder) < 10_000:
        builder += "Take your time."
    builder += "Letter:"
    letter = extract_answer(llm_model(str(builder), exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "E", 3
