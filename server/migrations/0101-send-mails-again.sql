-- What asked for a mail with a link or a code, so that staff may ask for a new one in the same way. NULL: nothing of the kind is in it.
ALTER TABLE mail ADD COLUMN again jsonb;
