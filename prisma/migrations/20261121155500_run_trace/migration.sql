-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "parent_span_id" TEXT,
ADD COLUMN     "traceparent" TEXT;
