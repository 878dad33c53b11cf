"""What a question asks for and where it says to look, read by rules.

A question enters, with a way to ask what the library holds. An `Understanding` leaves: the intent,
the restrictions said in words, and the question without them. A restriction that is wrong hides the
answer, so each rule wants proof that documents are meant; where in doubt, none is read.
"""

from __future__ import annotations

from aliquot.analysis.understanding.intent import intent_of
from aliquot.analysis.understanding.reading import understand
from aliquot.analysis.understanding.restriction import Known

__all__ = ["Known", "intent_of", "understand"]
