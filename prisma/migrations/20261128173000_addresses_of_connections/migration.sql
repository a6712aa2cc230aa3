ALTER TABLE watermarks
    ADD COLUMN address TEXT,
    ADD CONSTRAINT watermarks_address_check CHECK (address IS JSON OBJECT);
ALTER TABLE runs
    ADD COLUMN connection_addresses TEXT,
    ADD CONSTRAINT runs_connection_addresses_check CHECK (connection_addresses IS JSON OBJECT);

-- A watermark from before counts as of the present address of its connection.
UPDATE watermarks
SET address = json_build_object(
        'provider', connections.provider,
        'host', connections.host,
        'port', connections.port,
        'database', connections.database,
        'place', CASE connections.provider
            WHEN 'snowflake' THEN NULLIF(connections.options::json ->> 'schema', '')
        END
    )::text
FROM connections WHERE connections.id = watermarks.connection_id;
