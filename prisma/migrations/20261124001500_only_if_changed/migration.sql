ALTER TABLE schedules
    ADD COLUMN only_if_changed BOOLEAN NOT NULL DEFAULT false;
