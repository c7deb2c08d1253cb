from collections import OrderedDict


def solve_ordered(question, options, exp_config):
    board = OrderedDict((o["id"], 0) for o in options)
    sheet = question + "\n" + "\n".join(f"{key}: {o['text']}" for key, o in zip(board, options))
    for voice in ("Call.", "Respond.", "Conclude."):
        vote = extract_answer(llm_model(f"{sheet}\n{voice}", exp_config))
        if vote in board:
            board[vote] += 1
    leader, count = max(board.items(), key=lambda entry: entry[1])
    return leader if count else "X", "A", 3
