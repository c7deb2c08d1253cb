import re
import unicodedata

RULES = ((re.compile(r"<[^>]+>"), " "), (re.compile(r"\s+"), " "), (re.compile(r"\s+([,.?!])"), r"\1"))


def tidy(text):
    text = unicodedata.normalize("NFKC", text)
    for pattern, replacement in RULES:
        text = pattern.sub(replacement, text)
    return text.strip()


def solve_tidy(question, options, exp_config):
    lines = [tidy(question)] + [f"{o['id']}. {tidy(o['text'])}" for o in options]
    letter = extract_answer(llm_model("\n".join(lines) + "\nAnswer with a letter.", exp_config))
    return letter if letter in "".join(o["id"] for o in options) else "X", "C", 1
