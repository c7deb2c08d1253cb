"""Draft, plan checking questions, answer them without sight of the draft, then revise."""


class Verification:
    def __init__(self, question, options, config):
        self.question, self.config = question, config
        self.listing = "\n".join(f"{o['id']}: {o['text']}" for o in options)
        self.letters = [o["id"] for o in options]

    def ask(self, *parts):
        return llm_model("\n\n".join(parts), self.config)

    def draft(self):
        return self.ask(
            self.question, self.listing, "Answer in two sentences and end with the letter."
        )

    def checks(self, draft):
        reply = self.ask(
            self.question,
            "Draft:\n" + draft,
            "Write three short questions that would check the facts of this draft.",
        )
        return [
            line.strip(" -0123456789.") for line in reply.splitlines() if line.strip().endswith("?")
        ][:3]

    def revise(self, draft, findings):
        if not findings:
            return draft
        facts = "\n".join(f"Q: {check}\nA: {found}" for check, found in findings)
        return self.ask(
            self.question,
            self.listing,
            "Draft:\n" + draft,
            facts,
            "Correct the draft. End with the letter.",
        )


def solve_cove(question, options, exp_config):
    run = Verification(question, options, exp_config)
    draft = run.draft()
    findings = [(check, run.ask(check, "Answer in one sentence.")) for check in run.checks(draft)]
    letter = extract_answer(run.revise(draft, findings))
    if letter in run.letters:
        return letter, "D", 6
    letter = extract_answer(run.ask(run.question, run.listing, "One letter, please."))
    return (letter if letter in run.letters else "X"), "D", 6
