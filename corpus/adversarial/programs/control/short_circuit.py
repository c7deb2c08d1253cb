# `and`, `or`, chained comparisons and the conditional expression skip what they need not evaluate.
def solve(question, options, exp_config):
    ask = lambda text: llm_model(text, exp_config)
    first = ask("a") and ask("b") and ask("c")
    second = ask("d") or ask("e") or ask("f")
    third = "A" < ask("g") < ask("h") < ask("i")
    return extract_answer(first or second or (ask("j") if third else ask("k") + ask("l"))), "A", 2
