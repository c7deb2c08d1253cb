PROMPT = """Answer the question about the kitchen by choosing one option.

Q: Which mineral is table salt?
A. Calcite
B. Halite
C. Gypsum
Answer: B

Q: What turns wine into vinegar?
A. Bacteria that oxidise alcohol
B. Sunlight alone
C. Cold
Answer: A

Q: {question}
{options}
Answer:"""


def solve_kc_15(question, options, exp_config):
    lines = []
    for option in options:
        lines.append(option["id"] + ". " + option["text"])
    prompt = PROMPT.format(question=question, options="\n".join(lines))

    answer = extract_answer(llm_model(prompt, exp_config))
    if answer == "X":
        # The small model sometimes goes on with a new question; ask once more, plainly.
        answer = extract_answer(llm_model(prompt + " (one letter only)", exp_config))
    return answer, "B", 4
