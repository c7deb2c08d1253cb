from collections import Counter
from typing import Iterable, Optional


def majority(votes: Iterable[Optional[str]]) -> Optional[str]:
    counts = Counter(vote for vote in votes if vote)
    for letter, count in counts.most_common(1):
        if count * 2 > sum(counts.values()):
            return letter
    return None


def solve_federal(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"]: o["id"] for o in options}

    def committee(name: str) -> Optional[str]:
        return majority(
            valid.get(extract_answer(llm_model(f"{name} committee, member {n}.\n{question}\n{rows}\nLetter:", exp_config)))
            for n in ("i", "ii", "iii")
        )

    decided = majority(map(committee, ("Upper", "Lower", "Joint")))
    return decided or "X", "B", 4
