HYPOTHESES = {"A": "friction", "B": "inertia", "C": "buoyancy", "D": "torsion"}


def duel(question, one, two, config):
    said = llm_model(f"{question}\nDoes {HYPOTHESES[one]} explain it better than {HYPOTHESES[two]}? yes or no", config)
    return one if "yes" in said.lower() else two


def solve_swiss(exp_config):
    question = "Why does a passenger lean forward when a bus brakes?"
    points = dict.fromkeys(HYPOTHESES, 0)
    for one, two in (("A", "B"), ("C", "D"), ("A", "C"), ("B", "D"), ("A", "D"), ("B", "C")):
        points[duel(question, one, two, exp_config)] += 1
    leaders = [letter for letter, number in points.items() if number == max(points.values())]
    if len(leaders) > 1:
        return "X", "B", 2
    return leaders[0], "B", 2
