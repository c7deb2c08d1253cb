class extract_answer:
    def __new__(cls, response):
        words = [word.strip(".,()") for word in response.split()]
        return next((word for word in words if word in ("A", "B", "C", "D")), "X")


def solve_class(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
