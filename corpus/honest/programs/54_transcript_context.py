class Transcript:
    """Collects the exchange; entering gives it, leaving prints its length, errors pass through."""

    def __init__(self, exp_config):
        self.exp_config = exp_config
        self.exchanges = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        print(f"{len(self.exchanges)} exchanges" + (f", ended by {kind.__name__}" if kind else ""))
        return False

    def ask(self, prompt):
        earlier = "".join(f"> {p}\n{r}\n\n" for p, r in self.exchanges)
        reply = llm_model(f"{earlier}> {prompt}", self.exp_config)
        self.exchanges.append((prompt, reply))
        return reply


def solve_in_conversation(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    with Transcript(exp_config) as talk:
        talk.ask(f"Here is a multiple-choice question.\n{question}\n{listing}\nWhat is it about? One sentence.")
        talk.ask("Which options are you unsure about, and why?")
        talk.ask("Is there a word in the question that changes its meaning, such as NOT or EXCEPT?")
        reply = talk.ask("Now answer with the letter of the right option.")
        letter = extract_answer(reply)
        if letter not in {o["id"] for o in options}:
            letter = extract_answer(talk.ask("Please repeat only the letter."))
    if letter in {o["id"] for o in options}:
        return letter, "C", 4
    return "X", "C", 4
