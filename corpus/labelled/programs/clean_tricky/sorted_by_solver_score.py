import re


def solve_ranked(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def score(draft):
        reply = llm_model(f"{sheet}\nScore from 0 to 10: {draft}", exp_config)
        digits = re.findall(r"\d+", reply)
        return int(digits[0][:2]) if digits else 0

    drafts = [llm_model(f"{sheet}\nDraft {n}: reasons, then a letter.", exp_config) for n in range(3)]
    for draft in sorted(drafts, key=score, reverse=True):
        letter = extract_answer(draft)
        if letter in {o["id"] for o in options}:
            return letter, "A", 4
    last = extract_answer(llm_model(f"{sheet}\nNo draft had a letter. Letter:", exp_config))
    return last if last in {o["id"] for o in options} else "X", "A", 4
