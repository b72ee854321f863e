-- What a mail carries that acts (a link, a code) is sealed until the mail was sent; what is open to staff has it masked.
ALTER TABLE mail
  ADD COLUMN sealed text,
  -- until then what was sealed may still be sent; afterwards it is worth nothing and erased. NULL: the mail carries no secret
  ADD COLUMN secret_until timestamptz;
CREATE INDEX mail_sealed ON mail (secret_until) WHERE sealed IS NOT NULL;

-- Mails of before: codes stood in the occasion too.
UPDATE mail SET occasion = 'code ' || md5(occasion || mail_id), secret_until = created_at,
    subject = replace(subject, split_part(occasion, ' ', 2), '••••'), html = replace(html, split_part(occasion, ' ', 2), '••••'),
    body = replace(body, split_part(occasion, ' ', 2), '••••')
  WHERE occasion ~ '^code [0-9A-Z]{4} ';
UPDATE mail SET secret_until = created_at, html = regexp_replace(html, '([?&;]token=)[A-Za-z0-9_-]{20,}', '\1••••', 'g'),
    body = regexp_replace(body, '([?&;]token=)[A-Za-z0-9_-]{20,}', '\1••••', 'g')
  WHERE html ~ '[?&;]token=[A-Za-z0-9_-]{20,}' OR body ~ '[?&;]token=[A-Za-z0-9_-]{20,}';

-- Jobs of before carried the code.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job WHERE name = 'code.mail'; END IF;
END $$;
