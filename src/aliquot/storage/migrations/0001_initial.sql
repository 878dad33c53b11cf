-- ${identity}: an integer primary key that is never used twice.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE roots (
    path TEXT PRIMARY KEY
);

CREATE TABLE sources (
    id ${identity},
    path TEXT NOT NULL UNIQUE,
    sha256 TEXT NOT NULL DEFAULT '',
    size BIGINT NOT NULL DEFAULT 0,
    mtime_ns BIGINT NOT NULL DEFAULT 0,
    checked_ns BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    parser TEXT NOT NULL DEFAULT '',
    duplicate_of TEXT NOT NULL DEFAULT '',
    receipt TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX sources_sha256 ON sources (sha256);
CREATE INDEX sources_state ON sources (state);

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    source_id BIGINT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    record TEXT NOT NULL,
    -- Last: SQLite reads through a long text to what stands behind it.
    text TEXT NOT NULL,
    UNIQUE (source_id, ordinal)
);

-- One row per value of a filterable field; several rows where a field has several values.
CREATE TABLE fields (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    text TEXT,
    number DOUBLE PRECISION
);
CREATE INDEX fields_document ON fields (document_id);
CREATE INDEX fields_text ON fields ${by_text};
CREATE INDEX fields_number ON fields (name, number);

CREATE TABLE blocks (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (document_id, ordinal)
);

CREATE TABLE chunks (
    key ${identity},
    id TEXT NOT NULL UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    text TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    -- 0 for chunks of numbers alone, which are found by their terms.
    has_vector INTEGER NOT NULL,
    section TEXT NOT NULL,
    section_class TEXT NOT NULL,
    first_page INTEGER,
    last_page INTEGER,
    record TEXT NOT NULL
);
CREATE INDEX chunks_document ON chunks (document_id, ordinal);
CREATE INDEX chunks_hash ON chunks (text_hash);

-- float16 rows of unit length; kept when chunks go, so that what returns is not embedded again.
CREATE TABLE vectors (
    embedder TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    vector ${blob} NOT NULL,
    PRIMARY KEY (embedder, text_hash)
);

CREATE TABLE changes (
    sequence ${identity},
    key BIGINT NOT NULL,
    is_removal INTEGER NOT NULL
);

CREATE TABLE traces (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
);
