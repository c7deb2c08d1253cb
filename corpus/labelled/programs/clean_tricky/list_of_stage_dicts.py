STAGES = [
    {"name": "skim", "prompt": "Skim the question and say what it is about.", "keep": True},
    {"name": "recall", "prompt": "Recall the relevant rule.", "keep": True},
    {"name": "apply", "prompt": "Apply the rule and name the letter.", "keep": False},
]


def solve_stages(question, options, exp_config):
    memory = []
    reply = ""
    for stage in STAGES:
        text = "\n".join([question, *(f"{o['id']}. {o['text']}" for o in options), *memory, stage["prompt"]])
        reply = llm_model(text, exp_config)
        if stage["keep"]:
            memory.append(f"{stage['name']}: {reply}")
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
