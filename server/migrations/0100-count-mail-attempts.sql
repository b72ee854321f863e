-- Which attempt to send a mail is the current one: a process that was paused during an earlier attempt finds that it was overtaken.
ALTER TABLE mail ADD COLUMN attempt integer NOT NULL DEFAULT 0;
