"""ReTraceQA: errors in the reasoning behind answers, and how well judges find them (Molfese et al. 2025)."""
