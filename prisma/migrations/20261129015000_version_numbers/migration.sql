-- The number of the last version ever added: a deleted version's number is never used again.
ALTER TABLE datasets ADD COLUMN last_number INTEGER NOT NULL DEFAULT 0;
UPDATE datasets SET last_number = latest_version;

-- The parse options that a person gave, which the next version keeps.
ALTER TABLE dataset_versions
    ADD COLUMN given_options TEXT,
    ADD CONSTRAINT dataset_versions_given_options_check CHECK (given_options IS JSON OBJECT);
