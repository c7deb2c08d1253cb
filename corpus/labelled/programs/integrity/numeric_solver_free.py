import re


def numbers(text):
    return [float(match) for match in re.findall(r"\d+(?:\.\d+)?", text)]


def solve_numeric(question, options, exp_config):
    remark = llm_model(f"Any remark on: {question}", exp_config)
    print(remark)
    given = numbers(question)
    target = given[0] * given[1] if len(given) > 1 else 0.0
    distances = []
    for option in options:
        values = numbers(option["text"])
        distances.append((abs(values[0] - target) if values else float("inf"), option["id"]))
    distances.sort()
    return distances[0][1], "C", 2
