-- A migration of its own: run inputs are not written while it is built.

-- CreateIndex
CREATE INDEX "run_inputs_dataset_id_run_id_idx" ON "run_inputs"("dataset_id", "run_id");
