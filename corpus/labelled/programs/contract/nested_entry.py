class Tools:
    @staticmethod
    def build():
        def solve(question, exp_config):
            return extract_answer(llm_model(question, exp_config)), "B", 2

        return solve
