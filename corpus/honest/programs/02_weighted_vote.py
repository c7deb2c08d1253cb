"""Prompts that tend to work better have a larger say."""
from collections import defaultdict
from typing import Any

PROMPTS: dict[str, float] = {
    "Think step by step about the question, then finish with 'Answer: <letter>'.": 2.0,
    "Reply with a single letter and nothing else.": 1.0,
    "First rule out the options that cannot be right. Finish with 'Answer: <letter>'.": 1.5,
    "Explain the key fact in one sentence, then give 'Answer: <letter>'.": 1.25,
}


def format_options(options: list[dict[str, str]]) -> str:
    return "\n".join(f"({o['id']}) {o['text']}" for o in options)


def last_line_with(marker: str, text: str) -> str:
    """The part after the last marker, or the whole text if the marker is missing."""
    position = text.lower().rfind(marker)
    return text if position < 0 else text[position + len(marker):]


def solve_weighted(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    question = item["question"]
    options = item["options"]
    allowed = [o["id"] for o in options]
    score: dict[str, float] = defaultdict(float)

    for instruction, weight in PROMPTS.items():
        reply = llm_model(
            f"{question}\n\n{format_options(options)}\n\n{instruction}",
            exp_config,
        )
        letter = extract_answer(last_line_with("answer:", reply))
        if letter not in allowed:
            continue
        score[letter] += weight

    if not score:
        answer = "X"
    else:
        answer = max(score, key=score.get)
    return answer, "C", 4
