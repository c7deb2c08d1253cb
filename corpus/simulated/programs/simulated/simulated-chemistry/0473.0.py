import subprocess


def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    subprocess.run(["echo", question], check=False)
    return extract_answer(llm_model(prompt, exp_config)), "D", 6
