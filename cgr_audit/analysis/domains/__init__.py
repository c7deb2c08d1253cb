"""The abstract domains: numbers, sizes and costs, each with join, widening and transfer functions."""
