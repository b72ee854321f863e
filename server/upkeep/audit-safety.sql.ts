// The invariants of safety (audit.sql.ts): row security, records that are never changed, mails without links that act.
import { everyEvent } from '../platform/database/history.sql.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { sql } from '../platform/db.ts';

export type Violation = { owner_id: number; subject: string; detail: string };

export const safety = {
  'safety: every table with an owner forces row security': sql<Violation>`
    SELECT 0 AS owner_id, 'table ' || c.relname AS subject, 'without a forced policy' AS detail
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped
    WHERE c.relnamespace IN (current_schema()::regnamespace, to_regnamespace('month')) AND c.relkind IN ('r', 'p')
      AND (NOT c.relrowsecurity OR NOT c.relforcerowsecurity
      OR NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))`,
  'safety: the log and the ledger refuse to be changed or emptied': sql<Violation>`
    SELECT 0 AS owner_id, 'table ' || t.name AS subject, coalesce(string_agg(g.tgname, ', '), 'no trigger') AS detail
    FROM unnest(ARRAY['audit_log', 'audit_log_archive', 'ledger_entry', 'ledger_journal']) t(name)
    LEFT JOIN pg_trigger g ON g.tgrelid = to_regclass(t.name)
      AND g.tgname IN (t.name || '_kept', t.name || '_not_emptied') AND g.tgenabled = 'O'
    GROUP BY t.name HAVING count(g.oid) < 2`,
  'safety: no link that acts lies open in a mail': sql<Violation>`
    SELECT owner_id, 'mail ' || mail_id AS subject, 'an open link' AS detail FROM mail
    WHERE html ~ '[?&;]token=[A-Za-z0-9_-]{20,}' OR body ~ '[?&;]token=[A-Za-z0-9_-]{20,}'
    UNION ALL SELECT owner_id, 'mail ' || mail_id, 'sealed after its end' FROM mail
    WHERE sealed IS NOT NULL AND (sent_at IS NOT NULL OR secret_until IS NULL OR secret_until < now() - interval '1 day')`,
  'months: each history has its months ahead, and no row waits for one': sql<Violation>`
    SELECT 0 AS owner_id, 'months' AS subject, 'until ' || months_until() || ', rows that wait: ' || w.count AS detail
    FROM count_waiting(date_trunc('month', now())) AS w(count) WHERE w.count > 0 OR months_until() < now() + interval '1 month'`,
  'months: what a history says belongs to an order': sql<Violation>`
    SELECT e.owner_id, 'order ' || e.order_no AS subject, e.action || ' at ' || e.at AS detail FROM ${everyEvent} e
    WHERE NOT EXISTS (SELECT 1 FROM purchase p WHERE p.owner_id = e.owner_id AND p.order_no = e.order_no)`,
  'privacy: nothing is left in the account of an erased person': sql<Violation>`
    SELECT e.owner_id, 'account ' || e.account_id AS subject, 'not erased' AS detail
    FROM erasure e JOIN account a USING (owner_id, account_id)
    WHERE e.state = 'done' AND (a.email <> '' OR a.name <> '' OR a.mobile <> ''
      OR a.password_hash IS NOT NULL OR a.status <> ${accountCode.deleted})`,
  'privacy: no review that is erased has a translation': sql<Violation>`
    SELECT t.owner_id, 'review ' || t.review_id AS subject, t.language AS detail FROM review_translation t
    JOIN review v USING (owner_id, review_id) WHERE v.state = 'erased'`,
  'house: its admins are of the house alone': sql<Violation>`
    SELECT a.owner_id, 'account ' || a.account_id AS subject, 'role house' AS detail FROM account a JOIN owner o USING (owner_id)
    WHERE 'house' = ANY(a.roles) AND NOT o.is_house`,
};
