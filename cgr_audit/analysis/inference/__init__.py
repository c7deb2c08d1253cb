"""Which contract programs were written for, told from the programs."""
