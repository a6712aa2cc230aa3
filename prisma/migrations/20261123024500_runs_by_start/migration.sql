-- A migration of its own: runs are not written while it is built.

-- CreateIndex
CREATE INDEX "runs_flow_id_started_at_status_idx" ON "runs"("flow_id", "started_at", "status");
