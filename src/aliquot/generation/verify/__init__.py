"""The gates a statement passes before anyone sees it.

Enters: a statement with citations, and the chunks it may rest on. Leaves: how it fared at each
gate, and its citations at the spans where their quotes stand.
"""

from __future__ import annotations

from aliquot.generation.verify.verifier import Verifier

__all__ = ["Verifier"]
