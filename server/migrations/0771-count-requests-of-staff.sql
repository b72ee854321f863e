-- How often staff asked for another attempt: a turn that was under way meanwhile must not put the order back with staff.
ALTER TABLE octo_supply ADD COLUMN asked_again integer NOT NULL DEFAULT 0;
