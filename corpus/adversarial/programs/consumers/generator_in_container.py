# A generator kept in a mapping and in an attribute.
class Box:
    pass


def solve(question, options, exp_config):
    box, table = Box(), {}
    box.replies = table["replies"] = (llm_model(name, exp_config) for name in "abcd")
    letters = [extract_answer(next(box.replies)), extract_answer(next(table["replies"]))]
    letters.extend(map(extract_answer, box.replies))
    return letters[-1], "A", 2
