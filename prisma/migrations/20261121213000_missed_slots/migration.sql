-- AlterTable
ALTER TABLE "schedule_slots" ADD COLUMN     "is_missed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "schedule_watch" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "looked_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "schedule_watch_pkey" PRIMARY KEY ("is_only")
);

-- What Prisma's schema language cannot say.
ALTER TABLE "schedule_watch"
    ADD CONSTRAINT "schedule_watch_is_only_check" CHECK ("is_only");
ALTER TABLE "schedules"
    DROP CONSTRAINT "schedules_fire_kind_check",
    ADD CONSTRAINT "schedules_fire_kind_check" CHECK ("fire_kind" IN ('slot', 'manual', 'late'));
