def solve_inline(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    ask = lambda text: extract_answer(llm_model(f"{question}\n{rows}\n{text}", exp_config))  # noqa: E731
    first = ask("Letter:")
    second = ask("Letter, after a second look:") if first in ids else first
    third = second if first == second and first in ids else ask(f"Between {first} and {second}. Letter:")
    return third if third in ids else "X", "D", 3
