"""The counterfactual probe: a program run under solvers that differ only in what they answer."""
