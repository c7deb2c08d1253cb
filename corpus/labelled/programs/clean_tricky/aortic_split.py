def letters_in(reply):
    for piece in reply.splitlines():
        found = extract_answer(piece)
        if found != "X":
            yield found


def solve_aorta(exp_config):
    stem = "Which chamber pumps blood into the aorta?\nA: right atrium\nB: left ventricle\nC: left atrium\nD: right ventricle"
    gathered = []
    for how in ("from memory", "by tracing the circulation", "by elimination"):
        gathered.extend(letters_in(llm_model(f"Answer {how}.\n{stem}", exp_config)))
    best = max(gathered, key=gathered.count, default=None)
    if best is None:
        return "X", "B", 1
    return best, "B", 1
