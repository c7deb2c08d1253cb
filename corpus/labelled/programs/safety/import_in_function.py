def tokens(text):
    try:
        import nltk

        return nltk.word_tokenize(text)
    except ImportError:
        return text.split()


def solve_tokens(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = " ".join(tokens(question)) + "\n" + rows + "\nLetter:"
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
