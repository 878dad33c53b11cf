-- How documents belong together; written anew whenever documents have changed.
CREATE TABLE relations (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    other_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    place INTEGER NOT NULL,
    notice TEXT NOT NULL,
    PRIMARY KEY (document_id, kind, other_id)
);
CREATE INDEX relations_other ON relations (other_id);

-- What bibliography files state about other works.
CREATE TABLE bibliography (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (document_id, ordinal)
);

-- What linking has to know of each document, without its text.
CREATE TABLE link_records (
    document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    record TEXT NOT NULL
);

-- Digest of the bytes whose identity the user has vouched for.
ALTER TABLE sources ADD COLUMN trusted TEXT NOT NULL DEFAULT '';

-- Receipts have another shape; they come back when a source is read again.
UPDATE sources SET receipt = '{}';
