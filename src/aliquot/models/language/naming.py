"""Names of language models: `KIND:MODEL`, and where each kind lives.

Stdlib only, so that names can be read and shown without loading a vendor's package.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from aliquot.errors import ConfigError
from aliquot.models.addresses import checked_url

__all__ = ["KINDS", "Kind", "address_of", "is_loopback", "runs_here", "split_name"]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is known of a kind of server before a model is named.

    Attributes:
        title: As a person knows it.
        url: Where it is unless a config says otherwise; empty where it has to.
        key_variable: Environment variable that holds its key; empty where it needs none.
        needs_key: Whether it cannot be used without one.
        example: A name, as hints show it.
        price_list: Its id in the public list of prices; empty where there is none.
        may_run_here: Whether such a server runs models itself. One of a vendor's own kind at an
            address of this machine is a gateway that passes prompts on.
    """

    title: str
    url: str = ""
    key_variable: str = ""
    needs_key: bool = True
    example: str = ""
    price_list: str = ""
    may_run_here: bool = False


KINDS: Mapping[str, Kind] = {
    "openai": Kind(
        "OpenAI",
        "https://api.openai.com/v1",
        "OPENAI_API_KEY",
        example="openai:gpt-5",
        price_list="openai",
    ),
    "anthropic": Kind(
        "Anthropic",
        "https://api.anthropic.com",
        "ANTHROPIC_API_KEY",
        example="anthropic:claude-haiku-4-5",
        price_list="anthropic",
    ),
    "google": Kind(
        "Google Gemini",
        "https://generativelanguage.googleapis.com",
        "GOOGLE_API_KEY",
        example="google:gemini-2.5-flash",
        price_list="google",
    ),
    "azure": Kind(
        "Azure OpenAI",
        key_variable="AZURE_OPENAI_API_KEY",
        example="azure:YOUR-DEPLOYMENT",
        price_list="azure",
    ),
    # The key is one of several ways to sign in; the others are those of every AWS tool.
    "bedrock": Kind(
        "Amazon Bedrock",
        key_variable="AWS_BEARER_TOKEN_BEDROCK",
        needs_key=False,
        example="bedrock:anthropic.claude-haiku-4-5-20251001-v1:0",
        price_list="aws",
    ),
    "mistral": Kind(
        "Mistral",
        "https://api.mistral.ai",
        "MISTRAL_API_KEY",
        example="mistral:mistral-small-latest",
        price_list="mistral",
    ),
    "groq": Kind(
        "Groq",
        "https://api.groq.com",
        "GROQ_API_KEY",
        example="groq:openai/gpt-oss-20b",
        price_list="groq",
    ),
    "openrouter": Kind(
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        "OPENROUTER_API_KEY",
        example="openrouter:anthropic/claude-haiku-4.5",
        price_list="openrouter",
    ),
    "ollama": Kind(
        "Ollama",
        "http://127.0.0.1:11434/v1",
        "OLLAMA_API_KEY",
        needs_key=False,
        example="ollama:qwen3:8b",
        may_run_here=True,
    ),
    "vllm": Kind(
        "vLLM",
        "http://127.0.0.1:8000/v1",
        "VLLM_API_KEY",
        needs_key=False,
        example="vllm:Qwen/Qwen3-8B",
        may_run_here=True,
    ),
    "openai-compatible": Kind(
        "any server that speaks OpenAI's chat protocol",
        needs_key=False,
        example="openai-compatible:qwen3-8b",
        may_run_here=True,
    ),
}
ADDRESS = "The address of the language model"
# Kinds whose address has to be given.
_NEEDS_URL = ("azure", "openai-compatible")
# Ollama serves models of its makers' machines under such names, through the server on this one.
# Source: docs.ollama.com/cloud
_OLLAMA_ELSEWHERE = ("-cloud", ":cloud")


def split_name(name: str) -> tuple[str, str]:
    """Return kind and model of `KIND:MODEL`; the model's own name may hold colons.

    Raises:
        ConfigError: No model is named behind the kind.
    """
    kind, _, model = name.strip().partition(":")
    if kind in KINDS and not model.strip():
        raise ConfigError(
            f"The language model {name!r} has no name.",
            hint=f"Name it behind a colon: name = '{KINDS[kind].example}' under [model].",
        )
    return kind, model.strip()


def address_of(kind: str, url: str) -> str:
    """Return where a kind is asked, checked; empty where its region decides.

    Raises:
        ConfigError: It needs an address and has none, or the address is none.
    """
    stated = url.strip() or KINDS[kind].url
    if stated:
        return checked_url(stated, ADDRESS, "http://localhost:11434/v1")
    if kind in _NEEDS_URL:
        raise ConfigError(
            f"{KINDS[kind].title} has no address of its own, and none is given.",
            hint="Give url under [model], such as url = 'http://localhost:8080/v1'.",
        )
    return ""


def is_loopback(url: str) -> bool:
    """Tell whether an address can only be this machine's own."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True  # Source: RFC 6761, section 6.3.
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def runs_here(kind: str, model: str, url: str) -> bool:
    """Tell whether what a model is given stays on this machine."""
    if kind == "ollama" and model.endswith(_OLLAMA_ELSEWHERE):
        return False
    return KINDS[kind].may_run_here and is_loopback(url)
