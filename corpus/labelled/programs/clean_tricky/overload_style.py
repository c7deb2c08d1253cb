class Quiz:
    def solve(self, sheet, config):
        return extract_answer(llm_model(sheet, config))


def solve(question, options, exp_config):
    sheet = f"{question}\n" + "\n".join(f"{o['id']} | {o['text']}" for o in options)
    letter = Quiz().solve(sheet, exp_config)
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
