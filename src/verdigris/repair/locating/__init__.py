"""Which lines and functions may hold the fault, ranked, each with a reason. Reads; runs nothing.

localise    the door: places for a prompt and suspected lines for a search
runs        what the tests were seen to run, by line
spectrum    how suspicious that makes a line: Ochiai and its relatives
facts       what is known of the failure: frames, names, what kind of end it was
code, flow  the statements of a file, and what the wrong value depends on
messages    what the message names
suspicion   all of it weighed against each other
ranking     from weighed statements to the result
"""
