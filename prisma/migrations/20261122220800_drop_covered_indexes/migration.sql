-- DropIndex: each is the beginning of one that is there now, so that older servers lose nothing. Alone,
-- since it keeps everybody from the tables for its short time.
DROP INDEX "datasets_created_at_idx";
DROP INDEX "flows_project_id_idx";
DROP INDEX "flows_updated_at_idx";
DROP INDEX "runs_status_idx";
DROP INDEX "run_inputs_dataset_id_idx";
