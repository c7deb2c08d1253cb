from types import TracebackType


class Session:
    def __init__(self, config: dict) -> None:
        self.config = config
        self.history: list[tuple[str, str]] = []

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        self.history.clear()
        return False

    def send(self, text: str) -> str:
        dialogue = "".join(f"<user>{sent}</user><model>{got}</model>" for sent, got in self.history)
        reply = llm_model(f"{dialogue}<user>{text}</user><model>", self.config)
        self.history.append((text, reply))
        return reply


def solve_session(question: str, options: list[dict], exp_config: dict) -> tuple[str, str, int]:
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    with Session(exp_config) as session:
        session.send(f"Read this question carefully: {question}")
        session.send(f"These are the options:\n{rows}")
        session.send("Think aloud about the two best options.")
        letter = extract_answer(session.send("Now give the letter of the best one."))
    return (letter if letter in {o["id"] for o in options} else "X"), "D", 2
