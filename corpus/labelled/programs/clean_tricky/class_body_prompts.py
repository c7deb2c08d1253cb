class Prompts:
    HEAD = "You are examined.\n{question}\n{rows}\n"
    THINK = HEAD + "Think, without a letter."
    DOUBT = HEAD + "Doubt this: {text}"
    ANSWER = HEAD + "Thought: {text}\nDoubt: {doubt}\nLetter:"
    AGAIN = ANSWER + " (one of {ids})"


def solve_class_prompts(question, options, exp_config):
    ids = [o["id"] for o in options]
    known = {"question": question, "rows": "\n".join(f"{o['id']}. {o['text']}" for o in options), "ids": ids}
    known["text"] = llm_model(Prompts.THINK.format(**known), exp_config)
    known["doubt"] = llm_model(Prompts.DOUBT.format(**known), exp_config)
    for form in (Prompts.ANSWER, Prompts.AGAIN):
        letter = extract_answer(llm_model(form.format(**known), exp_config))
        if letter in ids:
            break
    else:
        letter = "X"
    return letter, "A", 3
