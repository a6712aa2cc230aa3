ALTER TABLE dataset_versions
    ADD COLUMN irregularities TEXT,
    ADD CONSTRAINT dataset_versions_irregularities_check CHECK (irregularities IS JSON ARRAY);
