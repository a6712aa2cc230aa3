-- AlterTable
ALTER TABLE "run_attempts" ADD COLUMN     "waiting_message" TEXT,
ADD COLUMN     "waiting_reason" TEXT;
