// What partners' statements carry along (decision 0565) against the ledger that they are made of.
import { sql } from '../platform/db.ts';
import type { Violation } from './audit-safety.sql.ts';

export const statementInvariants = {
  'statement: every movement of a partner is a line, and nothing else is': sql<Violation>`
    SELECT coalesce(l.owner_id, m.owner_id) AS owner_id, 'ledger account ' || coalesce(l.ledger_id, m.ledger_id) AS subject,
      'journal ' || coalesce(l.journal_id, m.journal_id) || ', moved ' || coalesce(m.amount_minor::text, 'nothing')
        || ', stated ' || coalesce(l.amount_minor::text, 'nothing') AS detail
    FROM (SELECT e.owner_id, e.ledger_id, e.journal_id, e.amount_minor FROM ledger_account a
        JOIN ledger_entry e USING (owner_id, ledger_id) WHERE a.partner_id IS NOT NULL
      UNION ALL SELECT a.owner_id, a.ledger_id, j.journal_id, CASE d.deal_type WHEN 5 THEN d.amount_minor ELSE -d.amount_minor END
        FROM adjustment d JOIN ledger_journal j ON j.owner_id = d.owner_id AND j.cause = 'A' || d.adjustment_id
          AND j.deal_type = d.deal_type
        JOIN ledger_account a ON a.owner_id = d.owner_id AND a.partner_id = d.partner_id AND a.kind = 'credit' AND a.currency = d.currency
        WHERE d.deal_type IN (5, 6)) m
    FULL JOIN statement_line l USING (owner_id, ledger_id, journal_id) WHERE l.amount_minor IS DISTINCT FROM m.amount_minor`,
  'statement: each line has the balance after it': sql<Violation>`
    SELECT owner_id, 'ledger account ' || ledger_id AS subject,
      'journal ' || journal_id || ' says ' || after_minor || ' instead of ' || left_minor AS detail
    FROM (SELECT l.*, sum(amount_minor) OVER (PARTITION BY owner_id, ledger_id ORDER BY at, journal_id) AS left_minor
      FROM statement_line l) l WHERE after_minor <> left_minor`,
  'statement: the sums of a month are those of its lines': sql<Violation>`
    SELECT owner_id, 'ledger account ' || ledger_id AS subject,
      'month ' || month::date || ', type ' || deal_type || ' ' || channel AS detail
    FROM statement_sum s FULL JOIN (SELECT owner_id, ledger_id, date_trunc('month', at, 'UTC') AS month, deal_type, channel,
        count(*) AS lines, sum(greatest(amount_minor, 0)) AS incoming, sum(greatest(-amount_minor, 0)) AS outgoing
      FROM statement_line GROUP BY 1, 2, 3, 4, 5) l USING (owner_id, ledger_id, month, deal_type, channel)
    WHERE (s.count, s.incoming_minor, s.outgoing_minor) IS DISTINCT FROM (l.lines, l.incoming, l.outgoing)`,
};
