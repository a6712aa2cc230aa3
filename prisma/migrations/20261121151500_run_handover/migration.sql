-- AlterTable
ALTER TABLE "run_outbox" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp();

-- CreateTable
CREATE TABLE "installations" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "id" TEXT NOT NULL,

    CONSTRAINT "installations_pkey" PRIMARY KEY ("is_only")
);

-- CreateIndex
CREATE INDEX "run_outbox_due_at_idx" ON "run_outbox"("due_at");

-- What Prisma's schema language cannot say.
ALTER TABLE "installations"
    ADD CONSTRAINT "installations_is_only_check" CHECK ("is_only");
