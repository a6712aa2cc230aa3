-- A watermark of a query from before counts as of the query that the next run reads, which sets its digest.
ALTER TABLE watermarks
    ADD COLUMN query_digest TEXT,
    ADD COLUMN parameters TEXT,
    ADD CONSTRAINT watermarks_parameters_check CHECK (parameters IS JSON OBJECT);
