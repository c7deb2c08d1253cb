def render(messages):
    return "\n".join("<|{role}|>\n{content}".format(**message) for message in messages)


class Chat:
    def __init__(self, system, config):
        self.messages = [{"role": "system", "content": system}]
        self.config = config

    def user(self, content):
        self.messages.append({"role": "user", "content": content})
        reply = llm_model(render(self.messages) + "\n<|assistant|>", self.config)
        self.messages.append({"role": "assistant", "content": reply})
        return reply

    def drop_middle(self, keep=3):
        if len(self.messages) > 2 * keep:
            self.messages[1:-keep] = []


def solve_chat(question, options, exp_config):
    chat = Chat("You are an examinee who thinks before answering.", exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for content in (f"Here is the question:\n{question}", f"Here are the options:\n{rows}", "Weigh them."):
        chat.user(content)
        chat.drop_middle()
    letter = extract_answer(chat.user(f"Of these, which?\n{rows}\nLetter:"))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
