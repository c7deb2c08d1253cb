class Blackboard:
    def __init__(self):
        self.entries = {}

    def post(self, topic, text):
        self.entries.setdefault(topic, []).append(text)

    def read(self, *topics):
        return "\n".join(f"{topic}: {text}" for topic in topics for text in self.entries.get(topic, []))


class Agent:
    def __init__(self, topic, reads, task):
        self.topic, self.reads, self.task = topic, reads, task

    def work(self, board, config):
        text = llm_model(f"{board.read(*self.reads)}\n\nTask: {self.task}", config)
        board.post(self.topic, text)
        return text


CREW = (
    Agent("definitions", ("item",), "Define the terms."),
    Agent("facts", ("item", "definitions"), "State the facts."),
    Agent("traps", ("item", "facts"), "Name the traps."),
    Agent("pro", ("item", "facts", "traps"), "Argue for the likeliest option."),
    Agent("contra", ("item", "pro"), "Argue against it."),
)


def solve_blackboard(question, options, exp_config):
    board = Blackboard()
    board.post("item", question)
    for option in options:
        board.post("item", f"{option['id']}. {option['text']}")
    for agent in CREW:
        agent.work(board, exp_config)
    closing = Agent("decision", ("item", "pro", "contra", "traps"), "Decide. One letter.").work(board, exp_config)
    letter = extract_answer(closing)
    return letter if letter in {option["id"] for option in options} else "X", "B", 4
