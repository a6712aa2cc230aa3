-- CreateTable
CREATE TABLE "projects" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "color" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_disabled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "datasets" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "source_type" TEXT NOT NULL,
    "dataset_kind" TEXT NOT NULL,
    "is_disabled" BOOLEAN NOT NULL DEFAULT false,
    "disabled_by" TEXT,
    "deleted_at" TIMESTAMPTZ(6),
    "latest_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "datasets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dataset_versions" (
    "id" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "version_number" INTEGER NOT NULL,
    "row_count" BIGINT NOT NULL,
    "column_schema" JSON NOT NULL,
    "column_profile" TEXT NOT NULL,
    "data_sample" TEXT NOT NULL,
    "parse_options" JSON,
    "source_key" TEXT NOT NULL,
    "data_key" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "source_run_id" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "dataset_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "flows" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "graph_json" JSON NOT NULL,
    "is_disabled" BOOLEAN NOT NULL DEFAULT false,
    "disabled_by" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "flows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "flow_inputs" (
    "flow_id" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,

    CONSTRAINT "flow_inputs_pkey" PRIMARY KEY ("flow_id","dataset_id")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" TEXT NOT NULL,
    "flow_id" TEXT NOT NULL,
    "input_dataset_id" TEXT,
    "input_datasets" JSON,
    "status" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "schedule_id" TEXT,
    "output_location" TEXT,
    "started_at" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),
    "error_message" TEXT,
    "logs" JSON,
    "graph_snapshot" JSON NOT NULL,
    "parameters" JSON,
    "timeout_seconds" INTEGER NOT NULL DEFAULT 0,
    "cancelled_at" TIMESTAMPTZ(6),
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_attempts" (
    "run_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "reason" TEXT,
    "started_at" TIMESTAMPTZ(6),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "run_attempts_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateTable
CREATE TABLE "run_inputs" (
    "run_id" TEXT NOT NULL,
    "dataset_id" TEXT NOT NULL,
    "version_number" INTEGER NOT NULL,

    CONSTRAINT "run_inputs_pkey" PRIMARY KEY ("run_id","dataset_id","version_number")
);

-- CreateTable
CREATE TABLE "run_outputs" (
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "run_outputs_pkey" PRIMARY KEY ("run_id","node_id")
);

-- CreateTable
CREATE TABLE "node_results" (
    "run_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "result_json" TEXT NOT NULL,

    CONSTRAINT "node_results_pkey" PRIMARY KEY ("run_id","position")
);

-- CreateTable
CREATE TABLE "run_outbox" (
    "id" BIGSERIAL NOT NULL,
    "run_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "run_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "flow_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("flow_id","key")
);

-- CreateTable
CREATE TABLE "schedules" (
    "id" TEXT NOT NULL,
    "flow_id" TEXT NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "cron" TEXT NOT NULL,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "engine" TEXT,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "catch_up" BOOLEAN NOT NULL DEFAULT false,
    "max_retries" INTEGER NOT NULL DEFAULT 0,
    "retry_delay_seconds" INTEGER NOT NULL DEFAULT 60,
    "run_timeout_seconds" INTEGER,
    "parameters" JSON,
    "next_run_at" TIMESTAMPTZ(6),
    "last_fired_at" TIMESTAMPTZ(6),
    "last_run_id" TEXT,
    "last_status" TEXT,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "retry_count" INTEGER NOT NULL DEFAULT 0,
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connections" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "connection_type" TEXT NOT NULL,
    "host" TEXT,
    "port" INTEGER,
    "database" TEXT,
    "username" TEXT,
    "password_env" TEXT,
    "options" JSON,
    "last_tested_at" TIMESTAMPTZ(6),
    "last_test_status" TEXT,
    "last_test_error" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "plugin_states" (
    "plugin_id" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_approved" BOOLEAN NOT NULL DEFAULT false,
    "granted_permissions" JSON NOT NULL,
    "manifest_digest" TEXT,
    "code_digest" TEXT,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "plugin_states_pkey" PRIMARY KEY ("plugin_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "projects_name_key_key" ON "projects"("name_key");

-- CreateIndex
CREATE INDEX "datasets_created_at_idx" ON "datasets"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "datasets_project_id_name_key_key" ON "datasets"("project_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_versions_dataset_id_version_number_key" ON "dataset_versions"("dataset_id", "version_number");

-- CreateIndex
CREATE INDEX "flows_project_id_idx" ON "flows"("project_id");

-- CreateIndex
CREATE INDEX "flows_updated_at_idx" ON "flows"("updated_at" DESC);

-- CreateIndex
CREATE INDEX "flow_inputs_dataset_id_idx" ON "flow_inputs"("dataset_id");

-- CreateIndex
CREATE INDEX "runs_created_at_idx" ON "runs"("created_at" DESC);

-- CreateIndex
CREATE INDEX "runs_flow_id_created_at_idx" ON "runs"("flow_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "runs_schedule_id_created_at_idx" ON "runs"("schedule_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "runs_status_idx" ON "runs"("status");

-- CreateIndex
CREATE INDEX "run_inputs_dataset_id_idx" ON "run_inputs"("dataset_id");

-- CreateIndex
CREATE INDEX "run_outbox_run_id_idx" ON "run_outbox"("run_id");

-- CreateIndex
CREATE INDEX "schedules_flow_id_idx" ON "schedules"("flow_id");

-- CreateIndex
CREATE INDEX "schedules_next_run_at_idx" ON "schedules"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "connections_name_key_key" ON "connections"("name_key");

-- AddForeignKey
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "datasets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "flows" ADD CONSTRAINT "flows_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "flow_inputs" ADD CONSTRAINT "flow_inputs_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "flow_inputs" ADD CONSTRAINT "flow_inputs_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "datasets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_attempts" ADD CONSTRAINT "run_attempts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_inputs" ADD CONSTRAINT "run_inputs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_outputs" ADD CONSTRAINT "run_outputs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_results" ADD CONSTRAINT "node_results_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_outbox" ADD CONSTRAINT "run_outbox_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_flow_id_fkey" FOREIGN KEY ("flow_id") REFERENCES "flows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
CREATE UNIQUE INDEX "projects_is_default_key" ON "projects"("is_default") WHERE "is_default";

ALTER TABLE "datasets"
    ADD CONSTRAINT "datasets_source_type_check" CHECK ("source_type" IN ('csv', 'tsv', 'excel', 'parquet', 'json', 'jsonl', 'text')),
    ADD CONSTRAINT "datasets_dataset_kind_check" CHECK ("dataset_kind" IN ('input', 'output')),
    ADD CONSTRAINT "datasets_latest_version_check" CHECK ("latest_version" >= 0);

ALTER TABLE "dataset_versions"
    ADD CONSTRAINT "dataset_versions_version_number_check" CHECK ("version_number" >= 1),
    ADD CONSTRAINT "dataset_versions_row_count_check" CHECK ("row_count" >= 0);

ALTER TABLE "runs"
    ADD CONSTRAINT "runs_status_check" CHECK ("status" IN ('pending', 'running', 'success', 'failed', 'cancelled')),
    ADD CONSTRAINT "runs_engine_check" CHECK ("engine" IN ('pandas', 'polars')),
    ADD CONSTRAINT "runs_trigger_check" CHECK ("trigger" IN ('manual', 'schedule', 'retry', 'seed', 'webhook')),
    ADD CONSTRAINT "runs_timeout_seconds_check" CHECK ("timeout_seconds" >= 0);

ALTER TABLE "run_outbox"
    ADD CONSTRAINT "run_outbox_action_check" CHECK ("action" IN ('start', 'cancel'));
