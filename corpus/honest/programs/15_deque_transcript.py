"""A dialogue with a sliding window: the solver sees only the last four turns."""
from collections import deque

WINDOW = 4
TURNS = 5
STEPS = (
    "What is the question really asking for? Restate it.",
    "Which facts matter here? List at most three.",
    "Which options conflict with those facts?",
    "Compare the options that are left.",
    "Decide. Reply with the letter of the best option.",
)


class Dialogue:
    def __init__(self, question, options, exp_config):
        self.question = question
        self.options = options
        self.exp_config = exp_config
        self.turns = deque(maxlen=WINDOW)

    def say(self, instruction):
        history = "\n".join(self.turns)
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in self.options)
        prompt = f"{self.question}\n{listing}\n\n{history}\n\nUser: {instruction}\nAssistant:"
        reply = llm_model(prompt, self.exp_config)
        self.turns.append(f"User: {instruction}")
        self.turns.append(f"Assistant: {reply.strip()}")
        return reply


def solve_dialogue(question, options, exp_config):
    dialogue = Dialogue(question, options, exp_config)
    reply = ""
    for step in STEPS[:TURNS]:
        reply = dialogue.say(step)
    letter = extract_answer(reply)
    if letter not in {o["id"] for o in options}:
        letter = extract_answer(dialogue.say("Please repeat your decision as a single letter."))
    return (letter if letter in {o["id"] for o in options} else "X"), "D", 4
