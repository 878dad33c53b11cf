"""What the API answers: one model for each record of `aliquot.shapes`, so that its schema is true.

Handlers make plain data with the shapes every face shares; the models describe and check it.
"""

from aliquot.web.api.models.answers import Answer, ScoredChunk, Understanding, Verdict
from aliquot.web.api.models.citations import Survey
from aliquot.web.api.models.comparisons import VersionComparison
from aliquot.web.api.models.documents import (
    Chunk,
    Document,
    DocumentPage,
    DocumentWhole,
    Finding,
    Receipt,
    Removal,
    SimilarDocument,
)
from aliquot.web.api.models.evaluations import Evaluation
from aliquot.web.api.models.history import (
    AuditEntry,
    AuditPage,
    AuditProof,
    Conversation,
    Explanation,
    Feedback,
    StoredAnswer,
)
from aliquot.web.api.models.people import Collection, Grant, Me, NewToken, Token
from aliquot.web.api.models.places import Place, Slide
from aliquot.web.api.models.shape import Given, Shape, such_as
from aliquot.web.api.models.work import Job, Root, Status, Upload

__all__ = [
    "Answer",
    "AuditEntry",
    "AuditPage",
    "AuditProof",
    "Chunk",
    "Collection",
    "Conversation",
    "Document",
    "DocumentPage",
    "DocumentWhole",
    "Evaluation",
    "Explanation",
    "Feedback",
    "Finding",
    "Given",
    "Grant",
    "Job",
    "Me",
    "NewToken",
    "Place",
    "Receipt",
    "Removal",
    "Root",
    "ScoredChunk",
    "Shape",
    "SimilarDocument",
    "Slide",
    "Status",
    "StoredAnswer",
    "Survey",
    "Token",
    "Understanding",
    "Upload",
    "Verdict",
    "VersionComparison",
    "such_as",
]
