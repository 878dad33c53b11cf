"""The records every floor speaks in: frozen, stdlib only, owned by no stage.

Conventions that hold everywhere:

- A `Span` is a half-open range of characters in `Document.text`.
- `Block.text` and `Chunk.text` are exact slices of `Document.text`; a quote can therefore always
  be found again.
- Pages are 1-based. Boxes are in points, origin at the top left of the page.
- Author names are "Family, Given" where both are known, otherwise the collective name.
- Scores: higher is better, always. Ranks are 1-based.
"""

from aliquot.types.answers import (
    Answer,
    Contradiction,
    Gate,
    GateResult,
    LongEstimate,
    NearDocument,
    RefusalKind,
    RemovedStatement,
    Statement,
    Trace,
    Verdict,
    VerdictKind,
    Verification,
)
from aliquot.types.citations import Citation
from aliquot.types.comparisons import (
    ChangeKind,
    StepChange,
    ValueChange,
    VersionComparison,
    WordChange,
)
from aliquot.types.contexts import ContextEstimate, ContextReport
from aliquot.types.documents import (
    Block,
    BlockType,
    Box,
    Chunk,
    Document,
    DocumentKind,
    DocumentStatus,
    FieldValue,
    Location,
    SectionClass,
    Source,
)
from aliquot.types.filters import FIELDS, And, Comparison, FieldSpec, Filter, Not, Operator, Or
from aliquot.types.ingest import (
    FailedSource,
    IdentityField,
    IngestReport,
    LedgerState,
    Receipt,
    ReceivedDocument,
)
from aliquot.types.jobs import Feedback, Job, JobState, Opinion
from aliquot.types.messages import Message, Reply, Tool, ToolCall
from aliquot.types.people import (
    EVERYONE,
    LOCAL_PERSON,
    MAIN_COLLECTION,
    Collection,
    Grant,
    Permission,
    Person,
    Role,
    Token,
)
from aliquot.types.quantities import Quantity, QuantityKind
from aliquot.types.questions import Expansion, Intent, SpokenFilter, Understanding
from aliquot.types.ranking import LegScore, Query, ScoredChunk
from aliquot.types.references import NOTICES, Reference, Relation, RelationKind
from aliquot.types.spans import Span
from aliquot.types.surveys import (
    Absence,
    Coverage,
    Disagreement,
    DocumentState,
    Finding,
    FindingKind,
    FindingRole,
    Scoped,
    Survey,
    SurveyBudget,
    SurveyGroup,
    SurveyRow,
)
from aliquot.types.usage import Usage

__all__ = [
    "EVERYONE",
    "FIELDS",
    "LOCAL_PERSON",
    "MAIN_COLLECTION",
    "NOTICES",
    "Absence",
    "And",
    "Answer",
    "Block",
    "BlockType",
    "Box",
    "ChangeKind",
    "Chunk",
    "Citation",
    "Collection",
    "Comparison",
    "ContextEstimate",
    "ContextReport",
    "Contradiction",
    "Coverage",
    "Disagreement",
    "Document",
    "DocumentKind",
    "DocumentState",
    "DocumentStatus",
    "Expansion",
    "FailedSource",
    "Feedback",
    "FieldSpec",
    "FieldValue",
    "Filter",
    "Finding",
    "FindingKind",
    "FindingRole",
    "Gate",
    "GateResult",
    "Grant",
    "IdentityField",
    "IngestReport",
    "Intent",
    "Job",
    "JobState",
    "LedgerState",
    "LegScore",
    "Location",
    "LongEstimate",
    "Message",
    "NearDocument",
    "Not",
    "Operator",
    "Opinion",
    "Or",
    "Permission",
    "Person",
    "Quantity",
    "QuantityKind",
    "Query",
    "Receipt",
    "ReceivedDocument",
    "Reference",
    "RefusalKind",
    "Relation",
    "RelationKind",
    "RemovedStatement",
    "Reply",
    "Role",
    "Scoped",
    "ScoredChunk",
    "SectionClass",
    "Source",
    "Span",
    "SpokenFilter",
    "Statement",
    "StepChange",
    "Survey",
    "SurveyBudget",
    "SurveyGroup",
    "SurveyRow",
    "Token",
    "Tool",
    "ToolCall",
    "Trace",
    "Understanding",
    "Usage",
    "ValueChange",
    "Verdict",
    "VerdictKind",
    "Verification",
    "VersionComparison",
    "WordChange",
]
