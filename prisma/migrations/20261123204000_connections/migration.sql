CREATE TABLE connections (
    id               TEXT NOT NULL,
    name             TEXT NOT NULL,
    name_key         TEXT NOT NULL,
    provider         TEXT NOT NULL,
    connection_type  TEXT NOT NULL,
    host             TEXT,
    port             INTEGER,
    database         TEXT,
    username         TEXT,
    secret           TEXT,
    options          TEXT,
    created_at       TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    updated_at       TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    last_tested_at   TIMESTAMPTZ(6),
    last_test_status TEXT,
    last_test_error  TEXT,

    CONSTRAINT connections_pkey PRIMARY KEY (id),
    CONSTRAINT connections_options_check CHECK (options IS JSON OBJECT),
    CONSTRAINT connections_last_test_status_check
        CHECK (last_test_status IN ('ok', 'failed', 'error'))
);
CREATE UNIQUE INDEX connections_name_key_key ON connections (name_key);
CREATE INDEX connections_created_at_idx ON connections (created_at);
