-- How long a cluster has rejected the Run of a run: the run fails when that has lasted.
ALTER TABLE "run_outbox" ADD COLUMN "rejected_since" TIMESTAMPTZ(6);
