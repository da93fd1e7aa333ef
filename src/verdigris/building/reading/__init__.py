"""Reading a goal by rules. The door is `building.goal`.

scanning    where calls, brackets and strings begin and end
literals    which of them are calls and literals of a language
places      files that the goal names
heads       functions that it names, with their heads
kinds       language and sort of program
naming      a name for the whole
examples    what it shows in words
sessions    what it shows at a prompt
stated      what it shows as input and output
doubts      whether anything around an example takes it back
"""
