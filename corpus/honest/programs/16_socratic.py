class SocraticTutor:
    """Asks itself questions, answers them, then answers the item with the notes taken."""

    def __init__(self, question, options, config):
        self._question = question
        self._options = options
        self._config = config
        self._notes = []

    @property
    def sheet(self):
        return self._question + "\n" + "\n".join(o["id"] + ". " + o["text"] for o in self._options)

    def reflect(self):
        asked = llm_model(
            f"{self.sheet}\n\nNotes so far:\n{self.notes}\n\n"
            "Ask the one question whose answer would help most. Write only the question.",
            self._config,
        ).strip()
        if not asked:
            return
        answered = llm_model(f"{asked}\nAnswer in one or two sentences.", self._config).strip()
        self._notes.append((asked, answered))

    @property
    def notes(self):
        if not self._notes:
            return "(none)"
        return "\n".join(f"Q: {asked}\nA: {answered}" for asked, answered in self._notes)

    def conclude(self):
        reply = llm_model(
            f"{self.sheet}\n\nNotes:\n{self.notes}\n\nUsing the notes, reply with the letter of the right option.",
            self._config,
        )
        return extract_answer(reply)


def solve_socratic(question, options, exp_config):
    tutor = SocraticTutor(question, options, exp_config)
    for _ in range(3):
        tutor.reflect()
    letter = tutor.conclude()
    known = any(letter == o["id"] for o in options)
    return (letter if known else "X", "B", 6)
