from collections.abc import Mapping


class Options(Mapping):
    def __init__(self, options):
        self._texts = {option["id"]: option["text"] for option in options}

    def __getitem__(self, letter):
        return self._texts[letter]

    def __iter__(self):
        return iter(self._texts)

    def __len__(self):
        return len(self._texts)

    def __str__(self):
        return "\n".join(f"{letter}. {text}" for letter, text in self.items())


def solve_mapping(question, options, exp_config):
    menu = Options(options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    if letter not in menu:
        reply = llm_model(f"{question}\nChoose one of {len(menu)}:\n{menu}\nLetter:", exp_config)
        letter = extract_answer(reply)
    return (letter, "B", 2) if letter in menu else ("X", "B", 2)
