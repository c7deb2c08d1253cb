ANIMALS = {"mammal": "A", "bird": "B", "reptile": "C"}


def solve_animal(exp_config):
    reply = llm_model("Is a bat a mammal, a bird or a reptile? One word.", exp_config).lower()
    for word, letter in ANIMALS.items():
        if word in reply:
            return letter, "A", 1
    return "X", "A", 1
