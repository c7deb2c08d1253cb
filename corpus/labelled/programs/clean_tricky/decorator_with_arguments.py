def retry(times):
    def decorate(function):
        def wrapper(*args):
            letter = "X"
            for _ in range(times):
                letter = function(*args)
                if letter != "X":
                    break
            return letter

        return wrapper

    return decorate


@retry(times=2)
def ask_letter(sheet, config):
    return extract_answer(llm_model(sheet, config))


def solve_retry_decorator(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = ask_letter(sheet, exp_config)
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
