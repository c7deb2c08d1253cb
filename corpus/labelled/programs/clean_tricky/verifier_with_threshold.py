import re
from dataclasses import dataclass

THRESHOLD = 80
ANGLES = ("definition", "mechanism", "example", "exception")


@dataclass(order=True, frozen=True)
class Scored:
    score: int
    letter: str


class Verifier:
    """Gives a draft a score from 0 to 100."""

    pattern = re.compile(r"\d{1,3}")

    def __init__(self, sheet, config):
        self.sheet = sheet
        self.config = config

    def score(self, draft):
        text = llm_model(f"{self.sheet}\n\nScore this from 0 to 100:\n{draft}", self.config)
        found = self.pattern.search(text)
        return min(int(found[0]), 100) if found else 0


def solve_verified(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    verifier = Verifier(sheet, exp_config)
    ids = {o["id"] for o in options}
    drafts = []
    for angle in ANGLES:
        draft = llm_model(f"{sheet}\n\nStart from a {angle}, end with a letter.", exp_config)
        scored = Scored(verifier.score(draft), extract_answer(draft))
        if scored.letter not in ids:
            continue
        if scored.score >= THRESHOLD:
            return scored.letter, "A", 3
        drafts.append(scored)
    return (max(drafts).letter if drafts else "X"), "A", 4
