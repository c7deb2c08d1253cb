"""Decompose, answer the parts, draft, check, settle."""

from dataclasses import dataclass, field

PARTS = (
    ("terms", "Define the technical terms in the question."),
    ("facts", "State the facts that bear on the question."),
    ("traps", "Which mistakes do people make here?"),
)


@dataclass
class Workbook:
    """What is known so far about one item."""

    question: str
    rows: str
    pages: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        pages = "\n".join(f"[{title}] {body}" for title, body in self.pages.items())
        return f"{self.question}\n{self.rows}\n{pages}".strip()


class Pipeline:
    """Fills a workbook page by page and settles on a letter."""

    def __init__(self, workbook: Workbook, config: object) -> None:
        self.workbook = workbook
        self.config = config

    def ask(self, instruction: str) -> str:
        return llm_model(f"{self.workbook.text()}\n\n{instruction}", self.config)

    def fill(self) -> None:
        for title, instruction in PARTS:
            self.workbook.pages[title] = self.ask(instruction)

    def draft(self) -> str:
        self.workbook.pages["draft"] = self.ask("Draft an argument for one option and name its letter.")
        return extract_answer(self.workbook.pages["draft"])

    def check(self, letter: str) -> bool:
        verdict = self.ask(f"Does the draft establish option {letter}? Begin with yes or no.")
        self.workbook.pages["verdict"] = verdict
        return verdict.strip().lower().startswith("yes")

    def settle(self, letters: list[str]) -> str:
        letter = self.draft()
        if self.check(letter) and letter in letters:
            return letter
        final = extract_answer(self.ask("The draft did not convince. Give the letter that you would choose now."))
        return final if final in letters else "X"


def solve_workbook(question: str, options: list, exp_config: dict) -> tuple[str, str, int]:
    rows = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    pipeline = Pipeline(Workbook(question, rows), exp_config)
    pipeline.fill()
    letter = pipeline.settle([option["id"] for option in options])
    return letter, "D", 4
