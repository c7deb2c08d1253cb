"""`@retry(times=3)`: repeats a step that raises, and raises the last error if all attempts fail."""
import functools


class NoLetter(Exception):
    """The reply names no option."""


def retry(times, on):
    def decorate(step):
        @functools.wraps(step)
        def repeated(*args, **kwargs):
            last = None
            for attempt in range(1, times + 1):
                try:
                    return step(*args, attempt=attempt, **kwargs)
                except on as error:
                    last = error
            raise last

        return repeated

    return decorate


@retry(times=3, on=NoLetter)
def ask_letter(question, options, exp_config, attempt=1):
    lines = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reminder = "" if attempt == 1 else f"\nThis is attempt {attempt}: reply with ONE letter and nothing else."
    reply = llm_model(f"{question}\n\n{lines}\n\nWhich option is correct?{reminder}", exp_config)
    letter = extract_answer(reply)
    if letter not in [o["id"] for o in options]:
        raise NoLetter(reply[:100])
    return letter


def solve_with_retries(question, options, exp_config):
    try:
        first = ask_letter(question, options, exp_config)
        second = ask_letter(question, list(reversed(options)), exp_config)
        if first == second:
            return first, "A", 3
        pair = [o for o in options if o["id"] in (first, second)]
        return ask_letter(question, pair, exp_config), "A", 3
    except NoLetter:
        return "X", "A", 3
