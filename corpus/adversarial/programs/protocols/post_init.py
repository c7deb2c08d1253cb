# `__post_init__` runs after the generated constructor, with the init-only fields.
from dataclasses import InitVar, dataclass, field


@dataclass
class Panel:
    rounds: int
    extra: InitVar[int] = 2
    replies: list = field(default_factory=list)

    def __post_init__(self, extra):
        for _ in range(self.rounds + extra):
            self.replies.append(llm_model("ask", {}))


def solve(question, options, exp_config):
    return extract_answer(Panel(1).replies[-1] + Panel(1, 0).replies[-1]), "A", 2
