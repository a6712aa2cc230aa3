-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "local_time" TEXT,
ADD COLUMN     "time_zone" TEXT;

-- AlterTable
ALTER TABLE "schedules" ADD COLUMN     "time_parameter" TEXT;

-- AlterTable
ALTER TABLE "schedule_slots" ADD COLUMN     "retry_of" TIMESTAMPTZ(6);
