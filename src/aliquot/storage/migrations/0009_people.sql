-- The collection a source belongs to: that of the innermost folder it lies in.
ALTER TABLE sources ADD COLUMN collection TEXT NOT NULL DEFAULT 'main';
CREATE INDEX sources_collection ON sources (collection);
CREATE INDEX sources_duplicate_of ON sources (duplicate_of);

-- Collections that were named; 'main' is there without a row.
CREATE TABLE collections (
    name TEXT PRIMARY KEY,
    title TEXT NOT NULL
);
CREATE TABLE collection_folders (
    folder TEXT PRIMARY KEY,
    collection TEXT NOT NULL REFERENCES collections (name) ON DELETE CASCADE
);
CREATE TABLE grants (
    collection TEXT NOT NULL,
    grantee TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (collection, grantee)
);

-- One number, another one whenever a document may have come into a collection or left one without
-- being written anew: what was remembered of what a filter admits is then out of date.
CREATE TABLE placements (
    number BIGINT NOT NULL
);
INSERT INTO placements (number) VALUES (1);
${count_placements};

-- Keys for programs, without their secrets: of those a SHA-256 is kept.
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    name TEXT NOT NULL,
    person TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL DEFAULT '',
    revoked_at TEXT NOT NULL DEFAULT ''
);

-- Who is logged in; known by the SHA-256 of what their browser holds.
CREATE TABLE sessions (
    digest TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    record TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);

-- Work that outlasts a request; a key given twice by one person names one job.
CREATE TABLE jobs (
    sequence ${identity},
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    given TEXT NOT NULL,
    state TEXT NOT NULL,
    worker TEXT NOT NULL DEFAULT '',
    heartbeat TEXT NOT NULL DEFAULT '',
    attempts INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    doing TEXT NOT NULL DEFAULT '',
    result TEXT NOT NULL DEFAULT '{}',
    reason TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    started_at TEXT NOT NULL DEFAULT '',
    ended_at TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX jobs_key ON jobs (person, key) WHERE key <> '';
CREATE INDEX jobs_state ON jobs (state, sequence);

-- Who asked; empty for whoever sits at the machine.
ALTER TABLE answers ADD COLUMN person TEXT NOT NULL DEFAULT '';
CREATE INDEX answers_by_person ON answers (person, sequence);
ALTER TABLE conversations ADD COLUMN person TEXT NOT NULL DEFAULT '';
CREATE INDEX conversations_by_person ON conversations (person, sequence);

-- What readers say of answers; it goes with the answer.
CREATE TABLE feedback (
    answer_id TEXT NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    person TEXT NOT NULL,
    opinion TEXT NOT NULL,
    note TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (answer_id, person)
);
CREATE INDEX feedback_at ON feedback (at);
