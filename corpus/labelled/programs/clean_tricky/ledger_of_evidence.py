import enum


class Sign(enum.Enum):
    FOR = "+"
    AGAINST = "-"
    NEUTRAL = "0"

    @classmethod
    def of(cls, reply):
        head = reply.strip()[:1]
        return next((sign for sign in cls if sign.value == head), cls.NEUTRAL)


KINDS = ("textbook", "experiment", "statistic", "expert opinion")


def solve_ledger(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    guess = extract_answer(llm_model(f"{question}\n{rows}\nFirst impression, one letter:", exp_config))
    balance, ledger = 0, []
    for kind in KINDS:
        reply = llm_model(f"{question}\n{rows}\nEvidence of kind {kind} on {guess}; begin with +, - or 0.", exp_config)
        match Sign.of(reply):
            case Sign.FOR:
                balance += 1
            case Sign.AGAINST:
                balance -= 1
        ledger.append(f"{kind}: {reply[1:120]}")
    letters = [o["id"] for o in options]
    if balance > 1 and guess in letters:
        return guess, "A", 2
    body = "\n".join(ledger)
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{body}\nBalance: {balance:+d}\nLetter:", exp_config))
    return letter if letter in letters else "X", "A", 4
