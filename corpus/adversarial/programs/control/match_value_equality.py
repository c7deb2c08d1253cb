# Value patterns compare with `==`, of the program's own.
class Any:
    def __eq__(self, other):
        return "yes" in llm_model(str(other), {})

    __hash__ = None


def solve(question, options, exp_config):
    match Any():
        case 1 | 2 | 3:
            letter = "A"
        case "four":
            letter = "B"
        case _:
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
