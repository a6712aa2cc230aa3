-- AlterTable
ALTER TABLE "schedules" ADD COLUMN     "fire_claimed_at" TIMESTAMPTZ(6),
ADD COLUMN     "fire_kind" TEXT,
ADD COLUMN     "fire_run_id" TEXT;

-- What Prisma's schema language cannot say.
ALTER TABLE "schedules"
    ADD CONSTRAINT "schedules_fire_kind_check" CHECK ("fire_kind" IN ('slot', 'manual'));
