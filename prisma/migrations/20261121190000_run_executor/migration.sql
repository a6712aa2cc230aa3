-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "executed_by" TEXT;
