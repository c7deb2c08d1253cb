from collections import defaultdict

WORDINGS = ("Which option is right?", "Which option would you defend?")


def solve_witness(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    score = defaultdict(int)
    for witness in ("Ines", "Omar", "Yuki"):
        said = [
            extract_answer(llm_model(f"{witness}, {wording}\n{question}\n{rows}", exp_config)) for wording in WORDINGS
        ]
        weight = 2 if len(set(said)) == 1 else 1
        for letter in said:
            score[letter] += weight
    score.pop("X", None)
    return (max(sorted(score), key=score.__getitem__) if score else "X"), "B", 4
