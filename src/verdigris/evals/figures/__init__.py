"""Figures: what outcomes add up to. Pure functions, no input or output.

intervals  uncertainty: Wilson, Poisson, bootstrap
shares     shares, means and ratios over outcomes
metrics    the figures of an eval
alarms     those of audits
compare    two evals on the same tasks
gates      thresholds that make an eval a gate
words      figures as people read them
"""
