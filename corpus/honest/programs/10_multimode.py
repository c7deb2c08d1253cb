"""Chain of thought five times, `statistics.multimode` over the letters, a duel between the modes."""
from statistics import multimode

SAMPLES = 5
ASK = """Question: {question}
Options:
{options}

Think about it in two or three sentences. On the last line write only the letter of your answer.
(sample {number} of {total})"""


def show(options):
    return "\n".join("{id}) {text}".format(**option) for option in options)


def final_line(text):
    stripped = text.strip()
    return stripped.rsplit("\n", 1)[-1]


def solve_multimode(question, options, exp_config):
    known = {option["id"]: option for option in options}
    drawn = []
    for number in range(SAMPLES):
        reply = llm_model(
            ASK.format(question=question, options=show(options), number=number + 1, total=SAMPLES), exp_config
        )
        drawn.append(extract_answer(final_line(reply)))

    usable = [letter for letter in drawn if letter in known]
    modes = multimode(usable)
    match modes:
        case []:
            answer = "X"
        case [single]:
            answer = single
        case several:
            duel = show([known[letter] for letter in several])
            answer = extract_answer(
                llm_model(f"{question}\nYou wavered between:\n{duel}\nDecide now. One letter.", exp_config)
            )
            if answer not in several:
                answer = "X"
    return answer, "B", 4
