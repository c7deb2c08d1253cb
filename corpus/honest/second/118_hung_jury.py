"""Three jurors must agree; a hung jury hears the arguments of the others and votes once more."""

JURORS = ["a physics teacher", "an engineer", "a science journalist"]


def vote(juror, case, heard, exp_config):
    extra = f"\n\nThe other jurors argued:\n{heard}" if heard else ""
    statement = llm_model(
        f"You are {juror}, a juror. {case}{extra}\n\nGive a reason, then your letter.", exp_config
    )
    return extract_answer(statement), statement


def deliberate(case, heard, exp_config):
    return [vote(juror, case, heard, exp_config) for juror in JURORS]


def solve_jury(question, options, exp_config):
    case = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = [o["id"] for o in options]

    ballots = deliberate(case, "", exp_config)
    letters = {letter for letter, _ in ballots if letter in valid}
    if len(letters) == 1:
        return letters.pop(), "D", 5

    heard = "\n".join("- " + statement for _, statement in ballots)
    second = [letter for letter, _ in deliberate(case, heard, exp_config) if letter in valid]
    if second and max(map(second.count, second)) >= 2:
        return max(second, key=second.count), "D", 5

    verdict = extract_answer(
        llm_model(
            f"{case}\n\nThe jury is split:\n{heard}\n\nAs the judge, decide. Letter:", exp_config
        )
    )
    return (verdict if verdict in valid else "X"), "D", 5
