ELEMENTS = ["duty of care", "breach", "causation", "damage"]


def solve_negligence(question, options, exp_config):
    findings = []
    for element in ELEMENTS:
        earlier = "\n".join(findings)
        findings.append(f"{element}: " + llm_model(f"{question}\n{earlier}\nIs there {element}?", exp_config))
    menu = "\n".join(f"({o['id']}) {o['text']}" for o in options)
    verdict = llm_model("\n".join(findings) + f"\n{question}\n{menu}\nName the letter.", exp_config)
    letter = extract_answer(verdict)
    return letter if letter in [o["id"] for o in options] else "X", "D", 5
