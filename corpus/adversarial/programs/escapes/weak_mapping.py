# A weak mapping loses what nothing else holds.
import weakref


class Step:
    pass


def solve(question, options, exp_config):
    table, letter = weakref.WeakValueDictionary(), "X"
    kept = table["kept"] = Step()
    table["lost"] = Step()
    for name in list(table):
        letter = extract_answer(llm_model(f"{name} {type(kept).__name__}", exp_config))
    for _ in range(4 - len(table)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
