-- A migration of its own: runs are not written while these are built.

-- CreateIndex
CREATE INDEX "runs_status_created_at_id_idx" ON "runs"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "runs_started_at_idx" ON "runs"("started_at");

-- CreateIndex
CREATE INDEX "runs_input_dataset_id_id_idx" ON "runs"("input_dataset_id", "id");
