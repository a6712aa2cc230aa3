ALTER TABLE schedules
    ADD COLUMN check_claimed_at TIMESTAMPTZ(6),
    ADD COLUMN checked_slot TIMESTAMPTZ(6);
