"""Swiss system: two rounds, each pairing options with similar points, then a play-off."""
from dataclasses import dataclass

ROUNDS = 2


@dataclass
class Player:
    id: str
    text: str
    points: float = 0.0


def play(question, one, other, exp_config):
    reply = llm_model(
        f"Question: {question}\nAnswer {one.id}: {one.text}\nAnswer {other.id}: {other.text}\n"
        "Which answer is better? Reply with the letter; reply 'equal' if you cannot tell.",
        exp_config,
    )
    letter = extract_answer(reply)
    if letter == one.id:
        one.points += 1
    elif letter == other.id:
        other.points += 1
    else:
        one.points += 0.5
        other.points += 0.5


def solve_swiss(question, options, exp_config):
    players = [Player(o["id"], o["text"]) for o in options]
    for _ in range(ROUNDS):
        players.sort(key=lambda player: -player.points)
        for place in range(0, len(players) - 1, 2):
            play(question, players[place], players[place + 1], exp_config)

    top = max(player.points for player in players)
    leaders = [player for player in players if player.points == top]
    if len(leaders) == 1:
        return leaders[0].id, "A", 4

    lines = "\n".join(f"{player.id}. {player.text}" for player in leaders)
    letter = extract_answer(llm_model(f"{question}\n{lines}\nPlay-off: which one is right? One letter.", exp_config))
    return (letter if letter in {player.id for player in leaders} else "X"), "A", 4
