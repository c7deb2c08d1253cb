class Desk:
    served = 0

    @staticmethod
    def form(question, options):
        return question + " | " + " | ".join(f"{o['id']}: {o['text']}" for o in options)

    @classmethod
    def serve(cls, text, config):
        cls.served += 1
        return llm_model(f"Form {cls.served}: {text}", config)


def solve_desk(question, options, exp_config):
    form = Desk.form(question, options)
    remarks = Desk.serve(form, exp_config)
    letter = extract_answer(Desk.serve(f"{form} | remarks: {remarks} | letter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
