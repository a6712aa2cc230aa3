-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "run_finished_at" TIMESTAMPTZ(6),
ADD COLUMN     "run_status" TEXT;

-- CreateIndex
CREATE INDEX "idempotency_keys_run_id_idx" ON "idempotency_keys"("run_id");

-- CreateIndex
CREATE INDEX "runs_flow_id_status_created_at_idx" ON "runs"("flow_id", "status", "created_at" DESC);
