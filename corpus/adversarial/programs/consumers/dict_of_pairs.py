# `dict` draws pairs, also where keys repeat; `dict.update` too.
def solve(question, options, exp_config):
    replies = dict((len(name), llm_model(name, exp_config)) for name in ("a", "b", "cc"))
    replies.update((number, llm_model(str(number), exp_config)) for number in range(2))
    return extract_answer(replies[2]), "A", 2
