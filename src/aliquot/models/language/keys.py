"""Where keys come from: an environment variable, or the keyring of the system. Nowhere else.

A key is read when a model is built, is sent to its host, and stands in no message, log or trace.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec

from aliquot.errors import ConfigError

__all__ = ["SERVICE", "checked_key", "find_key", "required_key", "scrubbed"]

# Under which keys are kept in a keyring: keyring set aliquot OPENAI_API_KEY
SERVICE = "aliquot"
# A shorter text may stand in a message by chance.
_SHORTEST_SECRET = 6


def find_key(variable: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return a key from its variable or else from the keyring; empty for none.

    Raises:
        ConfigError: It holds white space or what is not ASCII, as after a bad paste.
    """
    if not variable:
        return ""
    key = environ.get(variable, "").strip() or _from_keyring(variable)
    return checked_key(key, f" in {variable}")


def required_key(variable: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return a key that has to be there.

    Raises:
        ConfigError: It is not, or cannot be one.
    """
    key = find_key(variable, environ)
    if not key:
        raise ConfigError(
            f"The environment variable {variable} is not set, and the keyring holds no such key.",
            hint=f"Put the key in {variable}, or run: keyring set {SERVICE} {variable}",
        )
    return key


def scrubbed(text: str, key: str) -> str:
    """Return a text without the key: services repeat what they were sent."""
    return text.replace(key, "***") if len(key) >= _SHORTEST_SECRET else text


def _from_keyring(variable: str) -> str:
    if find_spec("keyring") is None:
        return ""
    import keyring
    from keyring.errors import KeyringError

    try:
        return (keyring.get_password(SERVICE, variable) or "").strip()
    except KeyringError:
        return ""  # Servers have no keyring, or a locked one: then the variable is asked for.


def checked_key(key: str, where: str) -> str:
    """Return a key, without white space around it, as it can stand in a header.

    Args:
        key: As it was found.
        where: Where that was, as a person is told: ` in OPENAI_API_KEY`; empty where unknown.

    Raises:
        ConfigError: It holds white space or what is not ASCII, as after a bad paste.
    """
    bare = key.strip()
    if bare.isascii() and bare.isprintable() and " " not in bare:
        return bare
    raise ConfigError(
        f"The key{where} holds characters that no key has.", hint="Copy the key again, whole."
    )
