"""Which programs may run: policy and verdicts."""
