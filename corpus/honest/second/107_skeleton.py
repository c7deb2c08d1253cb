"""Skeleton of thought: an outline first, its points filled in one by one, then the conclusion."""


def outline(question, exp_config):
    reply = llm_model(
        f"Give a skeleton of 3 points (3 to 5 words each, numbered) for reasoning about:\n{question}",
        exp_config,
    )
    points = []
    for line in reply.split("\n"):
        head, _, tail = line.partition(".")
        if head.strip().isdigit() and tail.strip():
            points.append(tail.strip())
    return points[:3]


def solve_skeleton(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    expanded = []
    for number, point in enumerate(outline(question, exp_config), 1):
        text = llm_model(
            f"{question}\n{listing}\n\nWrite point {number} out in two sentences: {point}",
            exp_config,
        )
        expanded.append(f"{number}. {point}: {text}")

    reasoning = "\n".join(expanded) if expanded else "(no outline)"
    prompt = f"{question}\n{listing}\n\nReasoning:\n{reasoning}\n\nConclude with a single letter."
    answer = "X"
    for _ in range(2):
        answer = extract_answer(llm_model(prompt, exp_config))
        if answer != "X":
            break
        prompt += "\nYour last reply had no letter in it."
    return answer, "C", 5
