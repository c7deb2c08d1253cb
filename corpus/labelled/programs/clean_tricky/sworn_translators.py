def make(role, config):
    def speak(text):
        return llm_model(f"[{role}] {text}", config)

    return speak


def compose(*functions):
    def composed(text):
        for function in functions:
            text = function(text)
        return text

    return composed


def solve_composed(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reader, thinker, critic = (make(role, exp_config) for role in ("reader", "thinker", "critic"))
    through = compose(reader, thinker, critic)
    once = through(f"{question}\n{rows}")
    twice = compose(thinker, critic)(f"{question}\n{rows}\nEarlier: {once}")
    letter = extract_answer(make("registrar", exp_config)(f"{rows}\nOpinion: {twice}\nLetter:"))
    return letter if letter in [o["id"] for o in options] else "X", "B", 4
