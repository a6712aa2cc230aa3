-- AlterTable
ALTER TABLE "schedules" ADD COLUMN     "fire_slot" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "missed_slots" (
    "schedule_id" TEXT NOT NULL,
    "slot" TIMESTAMPTZ(6) NOT NULL,
    "reason" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "missed_slots_pkey" PRIMARY KEY ("schedule_id","slot")
);

-- AddForeignKey
ALTER TABLE "missed_slots" ADD CONSTRAINT "missed_slots_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: the few that are under way are counted before every start.
CREATE INDEX "schedules_under_way" ON "schedules" ("id") WHERE "fire_kind" IS NOT NULL;
