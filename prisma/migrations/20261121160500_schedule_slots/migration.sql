-- CreateTable
CREATE TABLE "schedule_slots" (
    "schedule_id" TEXT NOT NULL,
    "slot" TIMESTAMPTZ(6) NOT NULL,
    "time_parameter" TEXT,
    "run_id" TEXT,
    "refusal" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "schedule_slots_pkey" PRIMARY KEY ("schedule_id","slot")
);

-- AddForeignKey
ALTER TABLE "schedule_slots" ADD CONSTRAINT "schedule_slots_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: the few that wait are looked for all the time.
CREATE INDEX "schedule_slots_waiting" ON "schedule_slots" ("slot")
    WHERE "run_id" IS NULL AND "refusal" IS NULL;
