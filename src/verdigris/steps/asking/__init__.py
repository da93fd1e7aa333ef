"""How a step puts a question to a model. `ask` is the only way there is."""
