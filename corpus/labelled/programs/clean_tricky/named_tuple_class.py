from typing import NamedTuple


class Verdict(NamedTuple):
    answer: str
    guess: str
    difficulty: int

    def checked(self, ids):
        return self if self.answer in ids else self._replace(answer="X")


def solve_verdict(question, options, exp_config):
    ids = {o["id"] for o in options}
    sheet = f"{question}\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    thought = llm_model(f"Think about this first:\n{sheet}", exp_config)
    letter = extract_answer(llm_model(f"{thought}\n{sheet}\nLetter:", exp_config))
    return Verdict(letter, "B", 3).checked(ids)
