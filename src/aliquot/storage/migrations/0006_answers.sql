-- Answers with all it took to make them; the numbers give their order, whatever clocks said.
CREATE TABLE answers (
    sequence ${identity},
    id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    conversation_id TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL
);
CREATE INDEX answers_by_conversation ON answers (conversation_id);

-- What an older version kept of answers: how each came about.
INSERT INTO answers (id, created_at, record) SELECT id, created_at, record FROM traces ORDER BY id;
DROP TABLE traces;

CREATE TABLE conversations (
    sequence ${identity},
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    started_at TEXT NOT NULL
);
CREATE TABLE turns (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    question TEXT NOT NULL,
    answer_id TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL,
    PRIMARY KEY (conversation_id, ordinal)
);
CREATE INDEX turns_by_answer ON turns (answer_id);

-- The audit log: appended to, never changed.
CREATE TABLE audit (
    sequence BIGINT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
);
${append_only_audit};
