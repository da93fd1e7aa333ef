"""Templates: edits with holes, learned from changes and applied to other code.

trees       nodes compared and taken apart, whatever their formatting; holes recognised
difference  where two versions of a file differ, as small as possible
particular  what of a difference becomes a hole, and what stays
runs        the same for statements
vocabulary  which words mean the same in every program
abstract    from one difference to a template
worth       whether a template says anything, and how much
generalise  all templates that one change teaches
merge       what two templates have in common
match       where a template's old side fits, and what its holes stand for there
fill        what holes become that only the new side has
writing     from a rewritten tree to splices that leave the rest of the text as it was
apply       the ideas that templates have for suspicious lines
"""
