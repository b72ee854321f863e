-- A person may stop an import that is being checked or is running.
ALTER TABLE import_job DROP CONSTRAINT import_job_reason_check, ADD CONSTRAINT import_job_reason_check
  CHECK (reason IN ('', 'unreadable', 'empty', 'tooMany', 'sheets', 'rights', 'broken', 'whole', 'ended'));
