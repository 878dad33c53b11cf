"""The catalog's tables, as SQLAlchemy Core sees them; the DDL itself is in `migrations/`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

__all__ = [
    "answers",
    "audit",
    "bibliography",
    "blocks",
    "changes",
    "chunks",
    "collection_folders",
    "collections",
    "contexts",
    "conversations",
    "documents",
    "evaluation_rows",
    "evaluations",
    "feedback",
    "fields",
    "findings",
    "findings_read",
    "grants",
    "jobs",
    "link_records",
    "lookups",
    "meta",
    "metadata",
    "placements",
    "relations",
    "roots",
    "sessions",
    "sources",
    "survey_cells",
    "tokens",
    "turns",
    "vectors",
]

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text),
)
roots = Table("roots", metadata, Column("path", Text, primary_key=True))
sources = Table(
    "sources",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("path", Text),
    Column("sha256", Text),
    Column("size", BigInteger),
    Column("mtime_ns", BigInteger),
    Column("checked_ns", BigInteger),
    Column("state", Text),
    Column("status", Text),
    Column("reason", Text),
    Column("parser", Text),
    Column("duplicate_of", Text),
    Column("receipt", Text),
    Column("trusted", Text),
    Column("collection", Text),
)
placements = Table("placements", metadata, Column("number", BigInteger))
documents = Table(
    "documents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("source_id", BigInteger),
    Column("ordinal", Integer),
    Column("kind", Text),
    Column("title", Text),
    Column("record", Text),
    Column("text", Text),
)
fields = Table(
    "fields",
    metadata,
    Column("document_id", Text),
    Column("name", Text),
    Column("text", Text),
    Column("number", Float),
)
blocks = Table(
    "blocks",
    metadata,
    Column("document_id", Text, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("span_start", Integer),
    Column("span_end", Integer),
    Column("record", Text),
)
bibliography = Table(
    "bibliography",
    metadata,
    Column("document_id", Text, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("record", Text),
)
link_records = Table(
    "link_records",
    metadata,
    Column("document_id", Text, primary_key=True),
    Column("record", Text),
)
relations = Table(
    "relations",
    metadata,
    Column("document_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("other_id", Text, primary_key=True),
    Column("reason", Text),
    Column("place", Integer),
    Column("notice", Text),
)
chunks = Table(
    "chunks",
    metadata,
    Column("key", BigInteger, primary_key=True),
    Column("id", Text),
    Column("document_id", Text),
    Column("ordinal", Integer),
    Column("text", Text),
    Column("text_hash", Text),
    Column("has_vector", Integer),
    Column("section", Text),
    Column("section_class", Text),
    Column("first_page", Integer),
    Column("last_page", Integer),
    Column("record", Text),
    Column("context", Text),
)
vectors = Table(
    "vectors",
    metadata,
    Column("embedder", Text, primary_key=True),
    Column("text_hash", Text, primary_key=True),
    Column("vector", LargeBinary),
)
contexts = Table(
    "contexts",
    metadata,
    Column("model", Text, primary_key=True),
    Column("prompt", Text, primary_key=True),
    Column("document_hash", Text, primary_key=True),
    Column("chunk_hash", Text, primary_key=True),
    Column("context", Text),
)
findings = Table(
    "findings",
    metadata,
    Column("document_id", Text, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("kind", Text),
    Column("value", Text),
    Column("normalised", Text),
    Column("role", Text),
    Column("section_class", Text),
    Column("chunk_id", Text),
    Column("span_start", Integer),
    Column("span_end", Integer),
    Column("place_start", Integer),
    Column("place_end", Integer),
    Column("details", Text),
    Column("extractor", Text),
    Column("confidence", Float),
)
findings_read = Table(
    "findings_read",
    metadata,
    Column("document_id", Text, primary_key=True),
    Column("version", Text),
    Column("text_hash", Text),
    Column("reason", Text),
)
survey_cells = Table(
    "survey_cells",
    metadata,
    Column("form", Text, primary_key=True),
    Column("document_id", Text, primary_key=True),
    Column("record", Text),
)
lookups = Table(
    "lookups",
    metadata,
    Column("resolver", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("answer", Text),
    Column("found_at", Float),
    Column("ttl_s", Float),
)
changes = Table(
    "changes",
    metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("key", BigInteger),
    Column("is_removal", Integer),
)
answers = Table(
    "answers",
    metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("id", Text),
    Column("created_at", Text),
    Column("conversation_id", Text),
    Column("record", Text),
    Column("person", Text),
)
conversations = Table(
    "conversations",
    metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("id", Text),
    Column("title", Text),
    Column("started_at", Text),
    Column("person", Text),
)
turns = Table(
    "turns",
    metadata,
    Column("conversation_id", Text, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("question", Text),
    Column("answer_id", Text),
    Column("record", Text),
)
audit = Table(
    "audit",
    metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("at", Text),
    Column("who", Text),
    Column("kind", Text),
    Column("detail", Text),
    Column("previous", Text),
    Column("hash", Text),
)
collections = Table(
    "collections",
    metadata,
    Column("name", Text, primary_key=True),
    Column("title", Text),
)
collection_folders = Table(
    "collection_folders",
    metadata,
    Column("folder", Text, primary_key=True),
    Column("collection", Text),
)
grants = Table(
    "grants",
    metadata,
    Column("collection", Text, primary_key=True),
    Column("grantee", Text, primary_key=True),
    Column("role", Text),
)
tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("digest", Text),
    Column("name", Text),
    Column("person", Text),
    Column("permissions", Text),
    Column("created_at", Text),
    Column("expires_at", Text),
    Column("last_used_at", Text),
    Column("revoked_at", Text),
)
sessions = Table(
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("person", Text),
    Column("record", Text),
    Column("expires_at", Text),
)
jobs = Table(
    "jobs",
    metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("id", Text),
    Column("kind", Text),
    Column("person", Text),
    Column("key", Text),
    Column("given", Text),
    Column("state", Text),
    Column("worker", Text),
    Column("heartbeat", Text),
    Column("attempts", Integer),
    Column("done", Integer),
    Column("total", Integer),
    Column("doing", Text),
    Column("result", Text),
    Column("reason", Text),
    Column("created_at", Text),
    Column("started_at", Text),
    Column("ended_at", Text),
)
feedback = Table(
    "feedback",
    metadata,
    Column("answer_id", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("opinion", Text),
    Column("note", Text),
    Column("at", Text),
)
evaluations = Table(
    "evaluations",
    metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("id", Text),
    Column("kind", Text),
    Column("name", Text),
    Column("at", Text),
    Column("record", Text),
)
evaluation_rows = Table(
    "evaluation_rows",
    metadata,
    Column("evaluation_id", Text, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("record", Text),
)
