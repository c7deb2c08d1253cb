"""Rules and their findings: what a rule is, the registry, the engine, the workers, suppressions and baselines."""
