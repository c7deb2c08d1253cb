"""Prompts made of sections, which a context manager opens and closes."""

from contextlib import contextmanager


class Document:
    def __init__(self):
        self.lines = []
        self.depth = 0

    @contextmanager
    def section(self, title):
        self.depth += 1
        self.lines.append(f"{'#' * self.depth} {title}")
        try:
            yield self
        finally:
            self.depth -= 1
            self.lines.append("")

    def write(self, text):
        self.lines.append(text)

    def __str__(self):
        return "\n".join(self.lines)


def solve_document(question, options, exp_config):
    document = Document()
    with document.section("Task"):
        document.write(question)
        with document.section("Options"):
            for option in options:
                document.write(f"- {option['id']}: {option['text']}")
    with document.section("Analysis"):
        document.write(llm_model(f"{document}\nWrite the analysis.", exp_config))
    with document.section("Doubts"):
        document.write(llm_model(f"{document}\nWhat is doubtful in the analysis?", exp_config))
    with document.section("Answer"):
        letter = extract_answer(llm_model(f"{document}\nOnly the letter goes here:", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "D", 5
