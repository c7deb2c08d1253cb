def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    facts = llm_model(f"{question}\nList what is known, one fact to a line.", exp_config)
    first = facts.splitlines()[0].strip().split(" ", 1)[1]
    draft = llm_model(f"Known: {first}\n{prompt}", exp_config)
    answer = extract_answer(llm_model(f"Draft: {draft}\nCheck it against the options.\n{prompt}", exp_config))
    if answer == "X":
        answer = extract_answer(draft)
    return answer, "A", 2
