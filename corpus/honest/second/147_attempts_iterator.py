"""An iterator over attempts that knows when to stop."""


class Attempts:
    """Yields replies; stops after a usable letter or after the last wording."""

    wordings = (
        "Answer with the letter.",
        "Think about every option, then answer with the letter.",
        "Your reply is read by a program: end it with the letter alone on a line.",
    )

    def __init__(self, body, ids, exp_config):
        self.body, self.ids, self.exp_config = body, ids, exp_config
        self.position = 0
        self.letter = "X"

    def __iter__(self):
        return self

    def __next__(self):
        if self.letter in self.ids or self.position == len(self.wordings):
            raise StopIteration
        wording = self.wordings[self.position]
        self.position += 1
        reply = llm_model(f"{self.body}\n\n{wording}", self.exp_config)
        self.letter = extract_answer(reply)
        return reply


def solve_attempts(question, options, exp_config):
    body = f"{question}\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    attempts = Attempts(body, ids, exp_config)
    transcript = list(attempts)
    if attempts.letter in ids:
        return attempts.letter, "D", 3
    summary = "\n---\n".join(transcript)
    final = extract_answer(
        llm_model(f"{body}\n\nThese replies had no letter:\n{summary}\n\nThe letter:", exp_config)
    )
    return (final if final in ids else "X"), "D", 3
