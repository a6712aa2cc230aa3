-- JSON whose numbers and key order must survive is text: PostgreSQL checks it and keeps every byte.

CREATE TABLE projects (
    id          TEXT NOT NULL,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL,
    description TEXT,
    color       TEXT NOT NULL,
    is_default  BOOLEAN NOT NULL DEFAULT false,
    is_disabled BOOLEAN NOT NULL DEFAULT false,
    created_at  TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    updated_at  TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT projects_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX projects_name_key_key ON projects (name_key);
CREATE UNIQUE INDEX projects_is_default_key ON projects (is_default) WHERE is_default;
CREATE INDEX projects_created_at_idx ON projects (created_at);

CREATE TABLE datasets (
    id             TEXT NOT NULL,
    project_id     TEXT NOT NULL,
    name           TEXT NOT NULL,
    name_key       TEXT NOT NULL,
    source_type    TEXT NOT NULL,
    dataset_kind   TEXT NOT NULL,
    is_disabled    BOOLEAN NOT NULL DEFAULT false,
    disabled_by    TEXT,
    deleted_at     TIMESTAMPTZ(6),
    latest_version INTEGER NOT NULL DEFAULT 0,
    created_at     TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    updated_at     TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT datasets_pkey PRIMARY KEY (id),
    CONSTRAINT datasets_project_id_fkey FOREIGN KEY (project_id)
        REFERENCES projects (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT datasets_source_type_check
        CHECK (source_type IN ('csv', 'tsv', 'excel', 'parquet', 'json', 'jsonl', 'text')),
    CONSTRAINT datasets_dataset_kind_check CHECK (dataset_kind IN ('input', 'output')),
    CONSTRAINT datasets_latest_version_check CHECK (latest_version >= 0)
);
CREATE UNIQUE INDEX datasets_project_id_name_key_key ON datasets (project_id, name_key);
CREATE INDEX datasets_created_at_deleted_at_idx ON datasets (created_at DESC, deleted_at);
CREATE INDEX datasets_project_id_created_at_deleted_at_idx
    ON datasets (project_id, created_at DESC, deleted_at);
CREATE INDEX datasets_deleted ON datasets (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX datasets_disabled_by ON datasets (disabled_by) WHERE disabled_by IS NOT NULL;

CREATE TABLE dataset_versions (
    id             TEXT NOT NULL,
    dataset_id     TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    row_count      BIGINT NOT NULL,
    column_schema  TEXT NOT NULL,
    column_profile TEXT NOT NULL,
    data_sample    TEXT NOT NULL,
    parse_options  TEXT,
    source_key     TEXT NOT NULL,
    data_key       TEXT NOT NULL,
    bytes          BIGINT NOT NULL,
    source_run_id  TEXT,
    created_at     TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT dataset_versions_pkey PRIMARY KEY (id),
    CONSTRAINT dataset_versions_dataset_id_fkey FOREIGN KEY (dataset_id)
        REFERENCES datasets (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT dataset_versions_version_number_check CHECK (version_number >= 1),
    CONSTRAINT dataset_versions_row_count_check CHECK (row_count >= 0),
    CONSTRAINT dataset_versions_column_schema_check CHECK (column_schema IS JSON ARRAY),
    CONSTRAINT dataset_versions_column_profile_check CHECK (column_profile IS JSON ARRAY),
    CONSTRAINT dataset_versions_data_sample_check CHECK (data_sample IS JSON ARRAY),
    CONSTRAINT dataset_versions_parse_options_check CHECK (parse_options IS JSON OBJECT)
);
CREATE UNIQUE INDEX dataset_versions_dataset_id_version_number_key
    ON dataset_versions (dataset_id, version_number);

CREATE TABLE flows (
    id          TEXT NOT NULL,
    project_id  TEXT NOT NULL,
    name        TEXT NOT NULL,
    description TEXT,
    graph_json  TEXT NOT NULL,
    is_disabled BOOLEAN NOT NULL DEFAULT false,
    disabled_by TEXT,
    deleted_at  TIMESTAMPTZ(6),
    created_at  TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    updated_at  TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT flows_pkey PRIMARY KEY (id),
    CONSTRAINT flows_project_id_fkey FOREIGN KEY (project_id)
        REFERENCES projects (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT flows_graph_json_check CHECK (graph_json IS JSON OBJECT)
);
CREATE INDEX flows_updated_at_deleted_at_idx ON flows (updated_at DESC, deleted_at);
CREATE INDEX flows_project_id_updated_at_deleted_at_idx
    ON flows (project_id, updated_at DESC, deleted_at);
CREATE INDEX flows_deleted_at_idx ON flows (deleted_at);
CREATE INDEX flows_disabled_by ON flows (disabled_by) WHERE disabled_by IS NOT NULL;

CREATE TABLE flow_inputs (
    flow_id    TEXT NOT NULL,
    dataset_id TEXT NOT NULL,

    CONSTRAINT flow_inputs_pkey PRIMARY KEY (flow_id, dataset_id),
    CONSTRAINT flow_inputs_flow_id_fkey FOREIGN KEY (flow_id)
        REFERENCES flows (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT flow_inputs_dataset_id_fkey FOREIGN KEY (dataset_id)
        REFERENCES datasets (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX flow_inputs_dataset_id_idx ON flow_inputs (dataset_id);

CREATE TABLE runs (
    id                         TEXT NOT NULL,
    flow_id                    TEXT NOT NULL,
    input_dataset_id           TEXT,
    requested_input_dataset_id TEXT,
    input_datasets             TEXT,
    node_inputs                TEXT,
    status                     TEXT NOT NULL,
    engine                     TEXT NOT NULL,
    trigger                    TEXT NOT NULL,
    schedule_id                TEXT,
    scheduled_for              TIMESTAMPTZ(6),
    local_time                 TEXT,
    time_zone                  TEXT,
    output_location            TEXT,
    started_at                 TIMESTAMPTZ(6),
    finished_at                TIMESTAMPTZ(6),
    error_message              TEXT,
    logs                       TEXT,
    graph_snapshot             TEXT NOT NULL,
    parameters                 TEXT,
    resources                  TEXT,
    timeout_seconds            INTEGER NOT NULL DEFAULT 0,
    cancelled_at               TIMESTAMPTZ(6),
    attempt                    INTEGER NOT NULL DEFAULT 1,
    executed_by                TEXT,
    traceparent                TEXT,
    parent_span_id             TEXT,
    created_at                 TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT runs_pkey PRIMARY KEY (id),
    CONSTRAINT runs_flow_id_fkey FOREIGN KEY (flow_id)
        REFERENCES flows (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT runs_status_check
        CHECK (status IN ('pending', 'running', 'success', 'failed', 'cancelled')),
    CONSTRAINT runs_engine_check CHECK (engine IN ('pandas', 'polars')),
    CONSTRAINT runs_trigger_check
        CHECK (trigger IN ('manual', 'schedule', 'retry', 'seed', 'webhook')),
    CONSTRAINT runs_timeout_seconds_check CHECK (timeout_seconds >= 0),
    CONSTRAINT runs_input_datasets_check CHECK (input_datasets IS JSON ARRAY),
    CONSTRAINT runs_node_inputs_check CHECK (node_inputs IS JSON ARRAY),
    CONSTRAINT runs_logs_check CHECK (logs IS JSON ARRAY),
    CONSTRAINT runs_graph_snapshot_check CHECK (graph_snapshot IS JSON OBJECT),
    CONSTRAINT runs_parameters_check CHECK (parameters IS JSON OBJECT),
    CONSTRAINT runs_resources_check CHECK (resources IS JSON OBJECT)
);
CREATE INDEX runs_created_at_idx ON runs (created_at DESC);
CREATE INDEX runs_started_at_idx ON runs (started_at);
CREATE INDEX runs_status_created_at_id_idx ON runs (status, created_at, id);
CREATE INDEX runs_flow_id_created_at_idx ON runs (flow_id, created_at DESC);
CREATE INDEX runs_flow_id_started_at_status_idx ON runs (flow_id, started_at, status);
CREATE INDEX runs_flow_id_status_created_at_idx ON runs (flow_id, status, created_at DESC);
CREATE INDEX runs_schedule_id_created_at_idx ON runs (schedule_id, created_at DESC);
CREATE INDEX runs_input_dataset_id_id_idx ON runs (input_dataset_id, id);

CREATE TABLE run_attempts (
    run_id          TEXT NOT NULL,
    number          INTEGER NOT NULL,
    reason          TEXT,
    waiting_reason  TEXT,
    waiting_message TEXT,
    started_at      TIMESTAMPTZ(6),
    finished_at     TIMESTAMPTZ(6),

    CONSTRAINT run_attempts_pkey PRIMARY KEY (run_id, number),
    CONSTRAINT run_attempts_run_id_fkey FOREIGN KEY (run_id)
        REFERENCES runs (id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE run_inputs (
    run_id         TEXT NOT NULL,
    dataset_id     TEXT NOT NULL,
    version_number INTEGER NOT NULL,

    CONSTRAINT run_inputs_pkey PRIMARY KEY (run_id, dataset_id, version_number),
    CONSTRAINT run_inputs_run_id_fkey FOREIGN KEY (run_id)
        REFERENCES runs (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX run_inputs_dataset_id_run_id_idx ON run_inputs (dataset_id, run_id);

CREATE TABLE run_outputs (
    run_id  TEXT NOT NULL,
    node_id TEXT NOT NULL,
    key     TEXT NOT NULL,
    format  TEXT NOT NULL,
    bytes   BIGINT NOT NULL,
    rows    BIGINT NOT NULL,

    CONSTRAINT run_outputs_pkey PRIMARY KEY (run_id, node_id),
    CONSTRAINT run_outputs_run_id_fkey FOREIGN KEY (run_id)
        REFERENCES runs (id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE node_results (
    run_id      TEXT NOT NULL,
    position    INTEGER NOT NULL,
    result_json TEXT NOT NULL,

    CONSTRAINT node_results_pkey PRIMARY KEY (run_id, position),
    CONSTRAINT node_results_run_id_fkey FOREIGN KEY (run_id)
        REFERENCES runs (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT node_results_result_json_check CHECK (result_json IS JSON OBJECT)
);

CREATE TABLE run_outbox (
    id             BIGSERIAL NOT NULL,
    run_id         TEXT NOT NULL,
    action         TEXT NOT NULL,
    attempts       INTEGER NOT NULL DEFAULT 0,
    due_at         TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    rejected_since TIMESTAMPTZ(6),
    created_at     TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT run_outbox_pkey PRIMARY KEY (id),
    CONSTRAINT run_outbox_run_id_fkey FOREIGN KEY (run_id)
        REFERENCES runs (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT run_outbox_action_check CHECK (action IN ('start', 'cancel'))
);
CREATE INDEX run_outbox_run_id_idx ON run_outbox (run_id);
CREATE INDEX run_outbox_due_at_idx ON run_outbox (due_at);

CREATE TABLE idempotency_keys (
    flow_id         TEXT NOT NULL,
    key             TEXT NOT NULL,
    run_id          TEXT NOT NULL,
    run_status      TEXT,
    run_finished_at TIMESTAMPTZ(6),

    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (flow_id, key),
    CONSTRAINT idempotency_keys_flow_id_fkey FOREIGN KEY (flow_id)
        REFERENCES flows (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX idempotency_keys_run_id_idx ON idempotency_keys (run_id);

CREATE TABLE schedules (
    id                   TEXT NOT NULL,
    flow_id              TEXT NOT NULL,
    name                 TEXT,
    description          TEXT,
    cron                 TEXT NOT NULL,
    timezone             TEXT NOT NULL DEFAULT 'UTC',
    engine               TEXT,
    is_enabled           BOOLEAN NOT NULL DEFAULT true,
    catch_up             BOOLEAN NOT NULL DEFAULT false,
    max_retries          INTEGER NOT NULL DEFAULT 0,
    retry_delay_seconds  INTEGER NOT NULL DEFAULT 60,
    run_timeout_seconds  INTEGER,
    parameters           TEXT,
    time_parameter       TEXT,
    next_run_at          TIMESTAMPTZ(6),
    last_fired_at        TIMESTAMPTZ(6),
    last_run_id          TEXT,
    last_status          TEXT,
    consecutive_failures INTEGER NOT NULL DEFAULT 0,
    retry_count          INTEGER NOT NULL DEFAULT 0,
    disabled_reason      TEXT,
    fire_kind            TEXT,
    fire_claimed_at      TIMESTAMPTZ(6),
    fire_slot            TIMESTAMPTZ(6),
    fire_run_id          TEXT,
    created_at           TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    updated_at           TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT schedules_pkey PRIMARY KEY (id),
    CONSTRAINT schedules_flow_id_fkey FOREIGN KEY (flow_id)
        REFERENCES flows (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT schedules_fire_kind_check CHECK (fire_kind IN ('slot', 'manual', 'late')),
    CONSTRAINT schedules_parameters_check CHECK (parameters IS JSON OBJECT)
);
CREATE INDEX schedules_flow_id_idx ON schedules (flow_id);
CREATE INDEX schedules_next_run_at_idx ON schedules (next_run_at);
CREATE INDEX schedules_created_at_idx ON schedules (created_at);
CREATE INDEX schedules_under_way ON schedules (id) WHERE fire_kind IS NOT NULL;

CREATE TABLE schedule_slots (
    schedule_id    TEXT NOT NULL,
    slot           TIMESTAMPTZ(6) NOT NULL,
    time_parameter TEXT,
    run_id         TEXT,
    refusal        TEXT,
    is_missed      BOOLEAN NOT NULL DEFAULT false,
    retry_of       TIMESTAMPTZ(6),
    created_at     TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT schedule_slots_pkey PRIMARY KEY (schedule_id, slot),
    CONSTRAINT schedule_slots_schedule_id_fkey FOREIGN KEY (schedule_id)
        REFERENCES schedules (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX schedule_slots_waiting ON schedule_slots (slot)
    WHERE run_id IS NULL AND refusal IS NULL;

CREATE TABLE missed_slots (
    schedule_id TEXT NOT NULL,
    slot        TIMESTAMPTZ(6) NOT NULL,
    reason      TEXT NOT NULL,
    recorded_at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT missed_slots_pkey PRIMARY KEY (schedule_id, slot),
    CONSTRAINT missed_slots_schedule_id_fkey FOREIGN KEY (schedule_id)
        REFERENCES schedules (id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE schedule_watch (
    is_only   BOOLEAN NOT NULL DEFAULT true,
    looked_at TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT schedule_watch_pkey PRIMARY KEY (is_only),
    CONSTRAINT schedule_watch_is_only_check CHECK (is_only)
);

CREATE TABLE object_deletions (
    id         BIGSERIAL NOT NULL,
    key        TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    due_at     TIMESTAMPTZ(6) DEFAULT clock_timestamp(),
    last_error TEXT,
    created_at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT object_deletions_pkey PRIMARY KEY (id)
);
CREATE INDEX object_deletions_due_at_idx ON object_deletions (due_at);

CREATE TABLE settings (
    key        TEXT NOT NULL,
    value      JSON NOT NULL,
    updated_at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE installations (
    is_only BOOLEAN NOT NULL DEFAULT true,
    id      TEXT NOT NULL,

    CONSTRAINT installations_pkey PRIMARY KEY (is_only),
    CONSTRAINT installations_is_only_check CHECK (is_only)
);
