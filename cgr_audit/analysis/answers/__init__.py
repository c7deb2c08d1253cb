"""Answers that do not come from the solver, and prompts that give one away."""
