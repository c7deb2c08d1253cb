from urllib.request import urlopen


def solve_web(question, options, exp_config):
    page = urlopen("https://example.org/facts").read()[:200]
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{page}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
