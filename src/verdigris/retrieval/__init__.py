"""Knowing the code.

lexical    which files mention a word: ripgrep, or a slower stand-in
outline    the functions and classes of a Python text, with what each calls
"""
