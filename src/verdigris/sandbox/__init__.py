"""Running commands that are not trusted.

base       the seam: a command and limits in, Completed out
process    a limited subprocess; it limits, it does not isolate
"""
