# Attributes set by computed names.
class Plan:
    drafts = checks = 1


def solve(question, options, exp_config):
    plan, letter = Plan(), "X"
    for name in ("drafts", "checks"):
        setattr(plan, name, getattr(plan, name) + 2)
    for _ in range(plan.drafts + plan.checks - Plan.drafts):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
