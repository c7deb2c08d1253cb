class Chain:
    def __init__(self, question, options, config):
        self.rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        self.known = {o["id"] for o in options}
        self.text = question
        self.config = config
        self.letter = None

    def think(self, how):
        self.text += "\n" + llm_model(f"{self.text}\n\nThink {how}.", self.config)
        return self

    def show_options(self):
        self.text += "\n" + self.rows
        return self

    def decide(self):
        found = extract_answer(llm_model(f"{self.text}\n\nLetter:", self.config))
        self.letter = found if found in self.known else None
        return self


def solve_fluent(question, options, exp_config):
    chain = Chain(question, options, exp_config)
    chain.think("broadly").think("narrowly").show_options().think("about the options").decide()
    return chain.letter or "X", "B", 3
