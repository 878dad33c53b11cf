-- How the library did on a set of questions; kept until it is removed.
CREATE TABLE evaluations (
    sequence ${identity},
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX evaluations_name ON evaluations (kind, name, sequence);
CREATE TABLE evaluation_rows (
    evaluation_id TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (evaluation_id, ordinal)
);
