from operator import itemgetter

fields = itemgetter("question", "options")


def answer_fields(item, exp_config):
    stem, choices = fields(item)
    pairs = list(map(itemgetter("id", "text"), choices))
    letter = extract_answer(llm_model(stem + "\n" + "\n".join(map(": ".join, pairs)) + "\nLetter:", exp_config))
    return letter if letter in dict(pairs) else "X", "B", 2
