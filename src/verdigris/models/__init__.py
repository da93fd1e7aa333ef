"""Language models behind one small seam.

base       the seam: Request in, Reply out
resolve    from a name such as `anthropic:…` or `local:…` to a model, and who plays which role
provider   every remote provider, over Pydantic AI; `clients` builds them, `faults` reads errors
listing    what a server tells of its models: names, and what fits into them
ollama     Ollama in its own protocol
wrappers   retrying and masking, added around any model
fallback   the next model of a tier, and a breaker for each provider
recording  answers kept in a file: for a resume, a cache, a replay
prices     what answers cost, and may cost at most
ledger     what was spent, for the limits of tiers and days
look       which models are configured and reachable, without asking them anything
scripted   the shipped fake: a list of replies and errors
local/     the local model: catalogue, download, engine process
"""
