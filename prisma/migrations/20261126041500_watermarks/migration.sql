CREATE TABLE watermarks (
    id            TEXT NOT NULL,
    flow_id       TEXT NOT NULL,
    node_id       TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    schema_name   TEXT,
    table_name    TEXT,
    column_name   TEXT NOT NULL,
    type          TEXT NOT NULL,
    value         TEXT NOT NULL,
    run_id        TEXT NOT NULL,
    created_at    TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    updated_at    TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT watermarks_pkey PRIMARY KEY (id),
    CONSTRAINT watermarks_type_check
        CHECK (type IN ('integer', 'decimal', 'date', 'datetime', 'string')),
    CONSTRAINT watermarks_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows (id)
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX watermarks_flow_id_idx ON watermarks (flow_id);
