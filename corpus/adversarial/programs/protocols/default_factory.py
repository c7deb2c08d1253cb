# `default_factory` is called for every instance that is not given the field.
from dataclasses import dataclass, field


@dataclass
class Panel:
    prompt: str
    reply: str = field(default_factory=lambda: llm_model("draft", {}))


def solve(question, options, exp_config):
    panels = [Panel("a"), Panel("b"), Panel("c", "given")]
    return extract_answer(panels[1].reply), "A", 2
