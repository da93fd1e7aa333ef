"""Language models behind one small seam.

base       the seam: Request in, Reply out
resolve    from a name such as `anthropic:…` or `local:…` to a model
provider   every remote provider, over Pydantic AI
wrappers   retrying and masking, added around any model
scripted   the shipped fake: a list of replies and errors
local/     the local model: catalogue, download, engine process
"""
