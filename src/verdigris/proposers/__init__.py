"""Where candidate changes come from, in order of expected cost.

base       the seam: a Brief in, candidates out
recall     fixes that worked for this signature before; costs nothing
model      a language model: several samples, whole functions spliced in
scripted   the shipped fake
"""
