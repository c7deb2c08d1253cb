def solve_kc_19(item, exp_config):
    from collections import Counter

    question = item["question"]
    listing = "; ".join(f"{o['id']} = {o['text']}" for o in item["options"])
    styles = {
        "plain": "{q}\n{o}\nReply with a single letter.",
        "steps": "{q}\n{o}\nThink step by step, then finish with a single letter.",
        "expert": "You teach chemistry. {q}\n{o}\nWhich letter do you mark as right? Reply with a single letter.",
    }
    counts = Counter(
        extract_answer(llm_model(style.format(q=question, o=listing), exp_config)) for style in styles.values()
    )
    return counts.most_common()[0][0], "C", 2
