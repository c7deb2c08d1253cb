"""Two packages over the same items: how often each is right, on the rows that both have.

Tables in, values out. Every row of either package is either compared or counted under the reason why it is not.
"""

from cgr_audit.accuracy.comparison.compare import compare_tables
from cgr_audit.accuracy.comparison.result import Agreement, CallsSpent, Comparison, Transition
from cgr_audit.accuracy.comparison.rows import Side

__all__ = ["Agreement", "CallsSpent", "Comparison", "Side", "Transition", "compare_tables"]
