-- AlterTable
ALTER TABLE "flows" ADD COLUMN     "deleted_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "object_deletions" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(6) DEFAULT clock_timestamp(),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "object_deletions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "flows_deleted_at_idx" ON "flows"("deleted_at");

-- CreateIndex
CREATE INDEX "object_deletions_due_at_idx" ON "object_deletions"("due_at");
