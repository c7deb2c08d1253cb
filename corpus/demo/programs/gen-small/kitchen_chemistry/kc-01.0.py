import re


def extract_answer(text):
    m = re.search(r"answer(?: is|:)?\s*\(?([A-D])\b", text, re.IGNORECASE)
    if m:
        return m.group(1).upper()
    m = re.search(r"\b([A-D])\b", text)
    return m.group(1) if m else "X"


def solve_kc_01(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    return extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config)), "B", 2
