def branch(text, config, level):
    if level == 0:
        return [text]
    leaves = []
    for direction in ("for", "against"):
        thought = llm_model(f"{text}\nArgue {direction} the leading option.", config)
        leaves += branch(f"{text}\n{thought}", config, level - 1)
    return leaves


def solve_tree(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    leaves = branch(sheet, exp_config, 2)
    longest = max(leaves, key=len)
    letter = extract_answer(llm_model(f"{longest}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 4
