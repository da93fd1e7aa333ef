"""A coder with tools: `dialogue` is its turns, `running` what its `run` does and says."""
