-- outside a transaction
-- A partner's statement as rows of its own, each with the balance after it, and their sums by month (decision 0565): a statement summed
-- everything from the first movement for each page. Written by the ledger's own rows, so that processes of the version before write them,
-- too. What was there before is added below while payments go on. Each step may be done twice.
CREATE TABLE IF NOT EXISTS statement_line (
  owner_id bigint NOT NULL REFERENCES owner,
  ledger_id bigint NOT NULL,
  journal_id bigint NOT NULL,
  -- never before that of the line before: lines of an account are in this order
  at timestamptz NOT NULL,
  deal_type smallint NOT NULL,
  -- '' where the owner changed something by hand
  channel text NOT NULL,
  amount_minor bigint NOT NULL,
  -- of a credit line, what is left of it
  after_minor bigint NOT NULL,
  PRIMARY KEY (owner_id, ledger_id, at, journal_id)
);
-- next
CREATE INDEX IF NOT EXISTS statement_line_kind ON statement_line (owner_id, ledger_id, deal_type, channel, at, journal_id);
-- next
CREATE TABLE IF NOT EXISTS statement_sum (
  owner_id bigint NOT NULL REFERENCES owner,
  ledger_id bigint NOT NULL,
  -- when it begins, in UTC
  month timestamptz NOT NULL,
  deal_type smallint NOT NULL,
  channel text NOT NULL,
  count bigint NOT NULL,
  incoming_minor bigint NOT NULL,
  outgoing_minor bigint NOT NULL,
  PRIMARY KEY (owner_id, ledger_id, month, deal_type, channel)
);
-- next
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['statement_line', 'statement_sum'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('DROP POLICY IF EXISTS own_rows ON %I', t);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0)', t);
  END LOOP;
END $$;
-- next
-- By which way money came or went: of a payment its channel, of a refund that of the payment.
CREATE OR REPLACE FUNCTION channel_of_cause(asked_owner bigint, cause text, deal smallint) RETURNS text LANGUAGE plpgsql STABLE AS
$$ BEGIN
  RETURN coalesce(CASE WHEN deal IN (1, 2) THEN
      (SELECT y.channel FROM payment y WHERE y.owner_id = asked_owner AND y.payment_no = cause)
    WHEN deal = 3 THEN (SELECT y.channel FROM refund f JOIN payment y ON y.owner_id = f.owner_id AND y.payment_no = f.payment_no
      WHERE f.owner_id = asked_owner AND f.refund_no = cause) END, '');
END $$;
-- next
-- The account's row is locked by the movement, which is in it already. Without a line the movement before is looked up: there is one while
-- older movements are being added.
CREATE OR REPLACE FUNCTION add_statement_line(asked_owner bigint, asked_ledger bigint, asked_journal bigint, minor bigint) RETURNS void
  LANGUAGE plpgsql AS
$$ BEGIN
  WITH line AS (INSERT INTO statement_line (owner_id, ledger_id, journal_id, at, deal_type, channel, amount_minor, after_minor)
    SELECT a.owner_id, a.ledger_id, j.journal_id, greatest(j.at, coalesce(
        (SELECT max(l.at) FROM statement_line l WHERE l.owner_id = a.owner_id AND l.ledger_id = a.ledger_id),
        (SELECT b.at FROM ledger_entry e JOIN ledger_journal b ON b.owner_id = e.owner_id AND b.journal_id = e.journal_id
          WHERE e.owner_id = a.owner_id AND e.ledger_id = a.ledger_id AND e.journal_id < j.journal_id
          ORDER BY e.journal_id DESC LIMIT 1))),
      j.deal_type, channel_of_cause(a.owner_id, j.cause, j.deal_type), minor, a.balance_minor + a.credit_limit_minor
    FROM ledger_account a JOIN ledger_journal j ON j.owner_id = a.owner_id AND j.journal_id = asked_journal
    WHERE a.owner_id = asked_owner AND a.ledger_id = asked_ledger AND a.partner_id IS NOT NULL RETURNING *)
  INSERT INTO statement_sum AS s (owner_id, ledger_id, month, deal_type, channel, count, incoming_minor, outgoing_minor)
    SELECT owner_id, ledger_id, date_trunc('month', at, 'UTC'), deal_type, channel, 1, greatest(amount_minor, 0), greatest(-amount_minor, 0)
    FROM line
    ON CONFLICT (owner_id, ledger_id, month, deal_type, channel) DO UPDATE SET count = s.count + 1,
      incoming_minor = s.incoming_minor + excluded.incoming_minor, outgoing_minor = s.outgoing_minor + excluded.outgoing_minor;
END $$;
-- next
CREATE OR REPLACE FUNCTION state_entry() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  PERFORM add_statement_line(NEW.owner_id, NEW.ledger_id, NEW.journal_id, NEW.amount_minor);
  RETURN NULL;
END $$;
-- next
-- A credit line that grows or shrinks has a journal without entries: no money moves.
CREATE OR REPLACE FUNCTION state_credit_line() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  PERFORM add_statement_line(a.owner_id, a.ledger_id, NEW.journal_id, CASE NEW.deal_type WHEN 5 THEN d.amount_minor ELSE -d.amount_minor END)
    FROM adjustment d JOIN ledger_account a ON a.owner_id = d.owner_id AND a.partner_id = d.partner_id AND a.kind = 'credit'
      AND a.currency = d.currency
    WHERE d.owner_id = NEW.owner_id AND d.adjustment_id = substr(NEW.cause, 2)::bigint;
  RETURN NULL;
END $$;
-- next
-- All movements that have no line yet, of one owner.
CREATE OR REPLACE FUNCTION state_older(asked_owner bigint) RETURNS void LANGUAGE sql AS
$$
  WITH moved AS (
    SELECT e.owner_id, e.ledger_id, j.journal_id, j.at, j.deal_type, j.cause, e.amount_minor FROM ledger_account a
      JOIN ledger_entry e ON e.owner_id = a.owner_id AND e.ledger_id = a.ledger_id
      JOIN ledger_journal j ON j.owner_id = e.owner_id AND j.journal_id = e.journal_id
      WHERE a.owner_id = asked_owner AND a.partner_id IS NOT NULL
    UNION ALL
    SELECT a.owner_id, a.ledger_id, j.journal_id, j.at, j.deal_type, j.cause,
      CASE d.deal_type WHEN 5 THEN d.amount_minor ELSE -d.amount_minor END
      FROM adjustment d JOIN ledger_journal j ON j.owner_id = d.owner_id AND j.cause = 'A' || d.adjustment_id AND j.deal_type = d.deal_type
      JOIN ledger_account a ON a.owner_id = d.owner_id AND a.partner_id = d.partner_id AND a.kind = 'credit' AND a.currency = d.currency
      WHERE d.owner_id = asked_owner AND d.state = 'done' AND d.deal_type IN (5, 6)),
  summed AS (SELECT m.*, max(at) OVER upwards AS stated_at, (sum(amount_minor) OVER upwards)::bigint AS after_minor FROM moved m
    WINDOW upwards AS (PARTITION BY ledger_id ORDER BY journal_id)),
  line AS (INSERT INTO statement_line (owner_id, ledger_id, journal_id, at, deal_type, channel, amount_minor, after_minor)
    SELECT s.owner_id, s.ledger_id, s.journal_id, s.stated_at, s.deal_type, coalesce(y.channel, fy.channel, ''), s.amount_minor,
      s.after_minor
    FROM summed s LEFT JOIN payment y ON y.owner_id = s.owner_id AND y.payment_no = s.cause AND s.deal_type IN (1, 2)
    LEFT JOIN refund f ON f.owner_id = s.owner_id AND f.refund_no = s.cause AND s.deal_type = 3
    LEFT JOIN payment fy ON fy.owner_id = f.owner_id AND fy.payment_no = f.payment_no
    WHERE NOT EXISTS (SELECT 1 FROM statement_line l WHERE l.owner_id = s.owner_id AND l.ledger_id = s.ledger_id
      AND l.journal_id = s.journal_id) RETURNING *)
  INSERT INTO statement_sum AS s (owner_id, ledger_id, month, deal_type, channel, count, incoming_minor, outgoing_minor)
    SELECT owner_id, ledger_id, date_trunc('month', at, 'UTC'), deal_type, channel, count(*), sum(greatest(amount_minor, 0)),
      sum(greatest(-amount_minor, 0)) FROM line GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (owner_id, ledger_id, month, deal_type, channel) DO UPDATE SET count = s.count + excluded.count,
      incoming_minor = s.incoming_minor + excluded.incoming_minor, outgoing_minor = s.outgoing_minor + excluded.outgoing_minor
$$;
-- next
-- Whoever writes to the ledger just then is waited for, a moment: what they wrote is older, everything afterwards writes its own line.
DO $$ BEGIN
  PERFORM set_config('lock_timeout', '10s', true);
  CREATE OR REPLACE TRIGGER ledger_entry_stated AFTER INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION state_entry();
  CREATE OR REPLACE TRIGGER ledger_journal_stated AFTER INSERT ON ledger_journal FOR EACH ROW WHEN (NEW.deal_type IN (5, 6))
    EXECUTE FUNCTION state_credit_line();
END $$;
-- next
SELECT state_older(owner_id) FROM owner;
-- next
ANALYZE statement_line, statement_sum;
