-- What a language model read of documents for columns of surveys, each value at its quote. A form
-- is the digest of a question, its columns and who is asked; they go with their document.
CREATE TABLE survey_cells (
    form TEXT NOT NULL,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    record TEXT NOT NULL,
    PRIMARY KEY (form, document_id)
);
CREATE INDEX survey_cells_by_document ON survey_cells (document_id);
