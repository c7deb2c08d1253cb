def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    leader = options[0]
    for rival in options[1:3]:
        duel = f"{question}\n{leader['id']}. {leader['text']}\n{rival['id']}. {rival['text']}\nWhich one?"
        if extract_answer(llm_model(duel, exp_config)) == rival["id"]:
            leader = rival
    final = extract_answer(llm_model(f"{prompt}\nThe first three were led by: {leader['text']}", exp_config))
    return final, "C", 4
