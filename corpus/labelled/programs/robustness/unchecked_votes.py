from collections import Counter


def solve_counter(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = Counter(extract_answer(llm_model(f"{n}\n{question}\n{rows}\nLetter:", exp_config)) for n in range(5))
    return votes.most_common(1)[0][0], "B", 3
