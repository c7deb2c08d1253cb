def solve_relabelled(question, options, exp_config):
    shown = list(reversed(options))
    names = "ABCDEFGHIJ"[: len(shown)]
    back = {name: option["id"] for name, option in zip(names, shown)}
    rows = "\n".join(f"{name}. {option['text']}" for name, option in zip(names, shown))
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return back.get(letter, "X"), "D", 3
