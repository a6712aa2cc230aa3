ALTER TABLE connections
    ADD COLUMN for_all_projects BOOLEAN NOT NULL DEFAULT true;
CREATE TABLE connection_projects (
    connection_id TEXT NOT NULL,
    project_id    TEXT NOT NULL,

    CONSTRAINT connection_projects_pkey PRIMARY KEY (connection_id, project_id),
    CONSTRAINT connection_projects_connection_id_fkey FOREIGN KEY (connection_id)
        REFERENCES connections (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT connection_projects_project_id_fkey FOREIGN KEY (project_id)
        REFERENCES projects (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX connection_projects_project_id_idx ON connection_projects (project_id);
