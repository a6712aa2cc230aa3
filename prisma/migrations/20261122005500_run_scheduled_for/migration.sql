-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "scheduled_for" TIMESTAMPTZ(6);
