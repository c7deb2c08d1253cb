"""Which functions a call may reach."""
