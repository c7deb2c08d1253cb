# A class body is a block that runs: loops in it ask.
def solve(question, options, exp_config):
    class Panel:
        replies = []
        for name in ("a", "b", "c"):
            replies.append(llm_model(name, exp_config))
        del name

    return extract_answer(Panel.replies[-1]), "A", 2
