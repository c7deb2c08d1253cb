"""Least-to-most: the solver lists sub-questions (at most three are used), answers them in order, then the item."""
import re


class LeastToMost:
    MOST = 3

    def __init__(self, question, options, exp_config):
        self.question = question
        self.listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        self.ids = {o["id"] for o in options}
        self.exp_config = exp_config

    def split(self):
        reply = llm_model(
            f"Which simpler questions have to be answered first?\n\n{self.question}\n{self.listing}\n\n"
            "List them, one per line, each ending with a question mark.",
            self.exp_config,
        )
        lines = (re.sub(r"^\s*(?:\d+[.)]|[-*])\s*", "", line).strip() for line in reply.splitlines())
        return [line for line in lines if line.endswith("?")][: self.MOST]

    def work_through(self, steps):
        known = []
        for step in steps:
            context = "\n".join(known)
            reply = llm_model(f"{context}\n\nQ: {step}\nA (one sentence):", self.exp_config)
            known.append(f"Q: {step}\nA: {reply.strip()}")
        return known

    def conclude(self, known):
        context = "\n".join(known) + "\n\n" if known else ""
        reply = llm_model(
            f"{context}Question: {self.question}\n{self.listing}\n\nReply with the letter of the right option.",
            self.exp_config,
        )
        return extract_answer(reply)


def solve_least_to_most(question, options, exp_config):
    method = LeastToMost(question, options, exp_config)
    letter = method.conclude(method.work_through(method.split()))
    if letter in method.ids:
        return letter, "C", 6
    letter = method.conclude([])
    return (letter if letter in method.ids else "X"), "C", 6
