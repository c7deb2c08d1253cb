# `bytes`, `complex`, `float`, `math.trunc` and `hash` call special methods.
import math


class Asked:
    def __bytes__(self):
        return llm_model("bytes", {}).encode()

    def __float__(self):
        return float(len(llm_model("float", {})))

    def __trunc__(self):
        return len(llm_model("trunc", {}))

    def __hash__(self):
        return len(llm_model("hash", {}))

    def __dir__(self):
        return [llm_model("dir", {})]


def solve(question, options, exp_config):
    asked = Asked()
    total = float(asked) + math.trunc(asked) + hash(asked) + math.sqrt(asked) + len(dir(asked))
    return extract_answer(f"{total} {bytes(asked).decode()}"), "A", 2
