-- Each list reads the rows of its page only, and an index alone counts the others.

-- CreateIndex
CREATE INDEX "projects_created_at_idx" ON "projects"("created_at");

-- CreateIndex
CREATE INDEX "datasets_created_at_deleted_at_idx" ON "datasets"("created_at" DESC, "deleted_at");

-- CreateIndex
CREATE INDEX "datasets_project_id_created_at_deleted_at_idx" ON "datasets"("project_id", "created_at" DESC, "deleted_at");

-- CreateIndex
CREATE INDEX "flows_updated_at_deleted_at_idx" ON "flows"("updated_at" DESC, "deleted_at");

-- CreateIndex
CREATE INDEX "flows_project_id_updated_at_deleted_at_idx" ON "flows"("project_id", "updated_at" DESC, "deleted_at");

-- CreateIndex
CREATE INDEX "schedules_created_at_idx" ON "schedules"("created_at");

-- What Prisma's schema language cannot say: few rows are deleted or disabled by something.
CREATE INDEX "datasets_deleted" ON "datasets"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "datasets_disabled_by" ON "datasets"("disabled_by") WHERE "disabled_by" IS NOT NULL;
CREATE INDEX "flows_disabled_by" ON "flows"("disabled_by") WHERE "disabled_by" IS NOT NULL;
