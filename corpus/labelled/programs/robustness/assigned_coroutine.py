class Journal:
    async def write(self, text):
        self.last = text


def solve_journal(question, options, exp_config):
    journal = Journal()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    pending = journal.write(question)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
