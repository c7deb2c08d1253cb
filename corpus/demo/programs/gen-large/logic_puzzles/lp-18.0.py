import re


def solve_lp_18(item):
    """Plain arithmetic: no model is needed for a sum."""
    first, last = (int(word) for word in re.findall(r"\d+", item["question"]))
    total = sum(range(first, last + 1))
    for option in item["options"]:
        if option["text"].strip() == str(total):
            return option["id"], "A", 1
    return "X", "A", 1
