"""Stop once the last three samples agree; a deque holds the window."""

from collections import Counter, deque


class Window:
    def __init__(self, size):
        self.recent = deque(maxlen=size)
        self.all = Counter()

    def add(self, letter):
        self.recent.append(letter)
        self.all[letter] += 1

    @property
    def settled(self):
        return len(self.recent) == self.recent.maxlen and len(set(self.recent)) == 1

    def winner(self):
        if not self.all:
            return "X"
        return self.recent[-1] if self.settled else self.all.most_common(1)[0][0]


def solve_window(question, options, exp_config):
    window = Window(3)
    letters = [o["id"] for o in options]
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for number in range(7):
        reply = llm_model(
            f"{question}\n{listing}\n\nVariant {number}: give your reasoning, then a letter.",
            exp_config,
        )
        letter = extract_answer(reply)
        if letter in letters:
            window.add(letter)
        if window.settled:
            break
    return window.winner(), "A", 3
