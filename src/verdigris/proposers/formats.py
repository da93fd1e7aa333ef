"""In which form a model is asked to answer. Any form is read; this is the one it is best at."""

from __future__ import annotations

import re
from typing import Literal

from verdigris.settings import EditFormat

Form = Literal["function", "file", "search_replace", "diff"]
_LARGE = (
    "anthropic:", "openai:", "openrouter:", "litellm:", "google:", "groq:", "mistral:", "deepseek:",
    "xai:", "cohere:", "together:", "fireworks:", "cerebras:", "moonshotai:", "bedrock:",
)  # fmt: skip
_SMALL_NAME = re.compile(r"(?<![\d.])(?:\d|1[0-4])(?:\.\d+)?b\b|nano|tiny", re.IGNORECASE)
"""Up to 14 billion parameters, as names tell it: `qwen2.5-coder:7b`."""
_SMALL_CONTEXT = 16_384


def form_for(setting: EditFormat, model: str, context_tokens: int) -> Form:
    """Return the form for a model.

    Whole functions for small and local ones, which cannot keep line numbers or copy a passage
    exactly; search/replace for large ones, which can, and need not write out what stays.
    """
    if setting != "auto":
        return setting
    large = model.startswith(_LARGE) and context_tokens > _SMALL_CONTEXT
    return "search_replace" if large and not _SMALL_NAME.search(model) else "function"
