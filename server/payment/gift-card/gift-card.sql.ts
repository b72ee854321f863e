// Gift cards (decision 0409): each with its own balance, which moves by one guarded UPDATE; the journal of the same statement moves the
// owner's account of all cards in that currency, which is what the owner still owes to their holders.
import type { Currency } from '../../../domain/currencies.ts';
import type { Day } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import { DealType } from '../../../domain/payment-status.ts';
import { paymentCode, refundCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../../platform/db.ts';

export type GiftCardRow = {
  card_id: number;
  ending: string;
  currency: Currency;
  value_minor: number;
  balance_minor: number;
  ends_on: Day | null;
  blocked: boolean;
  /** While it is blocked. */
  blocked_why: string;
  blocked_by_name: string;
  blocked_at: Date | null;
  /** Its value is above the owner's limit, and a second person has not released it yet. */
  waits: boolean;
  note: string;
  issued_by: number;
  issued_by_name: string;
  created_at: Date;
};

const columns = sql`c.card_id, c.ending, c.currency, c.value_minor, c.balance_minor, c.ends_on::text AS ends_on, c.blocked, c.blocked_why,
  c.blocked_by_name, c.blocked_at, c.waits, c.note, c.issued_by, c.issued_by_name, c.created_at`;

export function findCardByCode(owner: Owner, hash: Buffer): Promise<GiftCardRow | undefined> {
  return firstRow(
    owner,
    sql<GiftCardRow>`SELECT ${columns} FROM gift_card c WHERE c.owner_id = ${owner.id} AND c.code_hash = ${hash}`,
  );
}

export type CardMove = { cardId: number; amountMinor: number; cause: string };

/** The account of all cards and the owner's own side, with the journal of their two entries. */
const book = (
  owner: Owner,
  dealType: number,
) => sql`sides AS (INSERT INTO ledger_account (owner_id, kind, currency, balance_minor)
      SELECT ${owner.id}, k.kind, m.currency, sum(k.sign * m.amount_minor)
        FROM moved m, (VALUES ('giftCard', 1), ('house', -1)) k(kind, sign) GROUP BY k.kind, m.currency ORDER BY k.kind
      ON CONFLICT (owner_id, coalesce(partner_id, 0), kind, currency)
      DO UPDATE SET balance_minor = ledger_account.balance_minor + excluded.balance_minor RETURNING ledger_id, kind),
    journal AS (INSERT INTO ledger_journal (owner_id, cause, deal_type) SELECT ${owner.id}, cause, ${dealType} FROM moved
      ON CONFLICT (owner_id, cause, deal_type) DO NOTHING RETURNING journal_id, cause),
    entries AS (INSERT INTO ledger_entry (owner_id, journal_id, ledger_id, amount_minor)
      SELECT ${owner.id}, j.journal_id, s.ledger_id, CASE s.kind WHEN 'giftCard' THEN m.amount_minor ELSE -m.amount_minor END
      FROM journal j JOIN moved m USING (cause) CROSS JOIN sides s)`;

/** Takes money off a card that is open, whose last day is not over, and that holds as much; 1 when it was taken. */
export function takeFromCard(owner: OwnerTrx, { cardId, amountMinor, cause }: CardMove, today: Day): Promise<number> {
  return countMoved(
    owner,
    sql`UPDATE gift_card SET balance_minor = balance_minor - ${amountMinor}::bigint
      WHERE owner_id = ${owner.id} AND card_id = ${cardId} AND NOT blocked AND NOT waits AND coalesce(ends_on >= ${today}::date, true)
        AND balance_minor >= ${amountMinor}::bigint
      RETURNING currency, ${-amountMinor}::bigint AS amount_minor, ${cause}::text AS cause`,
    DealType.consumption,
  );
}

/** Money goes back to a card, whatever its state; one that is over, or nearly, stays good for some weeks. */
export function giveToCard(owner: OwnerTrx, { cardId, amountMinor, cause }: CardMove, now: Date): Promise<number> {
  return countMoved(
    owner,
    sql`UPDATE gift_card c SET balance_minor = c.balance_minor + ${amountMinor}::bigint, ends_on = CASE WHEN c.ends_on IS NOT NULL
        THEN greatest(c.ends_on, (${now.toISOString()}::timestamptz AT TIME ZONE o.zone)::date + ${limits.giftCardDaysAfterRefund}::int) END
      FROM owner o WHERE c.owner_id = ${owner.id} AND c.card_id = ${cardId} AND o.owner_id = c.owner_id
      RETURNING c.currency, ${amountMinor}::bigint AS amount_minor, ${cause}::text AS cause`,
    DealType.refund,
  );
}

async function countMoved(owner: OwnerTrx, update: ReturnType<typeof sql>, dealType: number): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ moved: number; noted: number }>`WITH moved AS (${update}), ${book(owner, dealType)}
      SELECT (SELECT count(*) FROM moved)::int AS moved, (SELECT count(*) FROM journal)::int AS noted`,
  );
  if (row && row.moved !== row.noted) throw new Error('a movement of a gift card was written before');
  return row?.moved ?? 0;
}

export type NewCards = {
  cards: { hash: Buffer; ending: string }[];
  currency: Currency;
  valueMinor: number;
  endsOn: Day | null;
  waits: boolean;
  note: string;
  by: { id: number; name: string };
};

/** All or none, with the journal of each. Returns their ids. */
export async function insertCards(owner: OwnerTrx, row: NewCards): Promise<number[]> {
  const list = JSON.stringify(row.cards.map(({ hash, ending }) => ({ hash: hash.toString('hex'), ending })));
  const made = await rows(
    owner,
    sql<{
      card_id: number;
    }>`WITH cards AS (INSERT INTO gift_card (owner_id, code_hash, ending, currency, value_minor, balance_minor, ends_on,
        waits, note, issued_by, issued_by_name)
      SELECT ${owner.id}, decode(n.hash, 'hex'), n.ending, ${row.currency}, ${row.valueMinor}::bigint, ${row.valueMinor}::bigint,
        ${row.endsOn}::date, ${row.waits}, ${row.note}, ${row.by.id}, ${row.by.name}
      FROM jsonb_to_recordset(${list}::jsonb) AS n(hash text, ending text) RETURNING card_id, currency, value_minor),
    moved AS (SELECT currency, value_minor AS amount_minor, 'G' || card_id AS cause FROM cards),
    ${book(owner, DealType.recharge)} SELECT card_id FROM cards ORDER BY card_id`,
  );
  return made.map((item) => item.card_id);
}

/** The worth of what one person issued within a day without a second one, by currency (decision 0721). */
export function listIssuedAlone(owner: OwnerTrx, staffId: number) {
  return rows(
    owner,
    sql<{ currency: Currency; minor: number }>`SELECT currency, sum(value_minor)::bigint AS minor FROM gift_card
      WHERE owner_id = ${owner.id} AND issued_by = ${staffId} AND NOT waits AND released_by IS NULL
        AND created_at > now() - make_interval(hours => ${limits.fourEyesHours}) GROUP BY currency ORDER BY currency`,
  );
}

/** From the first card on, buyers may pay with cards; a way that the owner switched off stays off. */
export async function offerCards(owner: OwnerTrx): Promise<void> {
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (${owner.id}, 'giftCard', true, '0')
    ON CONFLICT DO NOTHING`.execute(owner);
}

/** Who changes a card, and why. */
export type CardChange = {
  act: 'block' | 'unblock' | 'release';
  reason: string;
  now: Date;
  by: { accountId: number; name: string };
};

/** 1 when it changed. What waits is released by another person than the one who issued it. */
export function changeCard(owner: OwnerTrx, cardId: string, { act, reason, now, by }: CardChange): Promise<number> {
  const which = sql`owner_id = ${owner.id} AND card_id = ${cardId}`;
  if (act === 'release')
    return changed(
      owner,
      sql`UPDATE gift_card SET waits = false, released_by = ${by.accountId} WHERE ${which} AND waits AND issued_by <> ${by.accountId}`,
    );
  const why =
    act === 'block'
      ? sql`blocked = true, blocked_why = ${reason}, blocked_by_name = ${by.name}, blocked_at = ${now}::timestamptz`
      : sql`blocked = false, blocked_why = '', blocked_by_name = '', blocked_at = NULL`;
  return changed(owner, sql`UPDATE gift_card SET ${why} WHERE ${which} AND blocked <> ${act === 'block'}`);
}

type CardState = 'open' | 'waiting' | 'blocked' | 'over' | 'empty';
export type CardFilter = { query: string; state: CardState | null; size: number; from: number };
export type CardLine = GiftCardRow & { state: CardState; uses: number };

/** Uses are payments whose money did not come back whole before the order was paid. */
const lines = (
  owner: Owner,
  today: Day,
) => sql`SELECT ${columns}, CASE WHEN c.blocked THEN 'blocked' WHEN c.waits THEN 'waiting'
    WHEN c.ends_on < ${today}::date THEN 'over' WHEN c.balance_minor = 0 THEN 'empty' ELSE 'open' END AS state,
    (SELECT count(*) FROM payment y WHERE y.owner_id = c.owner_id AND y.card_id = c.card_id AND y.status = ${paymentCode.paid}
      AND y.outcome <> 'released')::int AS uses
  FROM gift_card c WHERE c.owner_id = ${owner.id}`;

export function listGiftCards(owner: Owner, today: Day, { query, state, size, from }: CardFilter) {
  return rows(
    owner,
    sql<CardLine & { total: number }>`SELECT l.*, (count(*) OVER ())::int AS total FROM (${lines(owner, today)}) l
      WHERE (strpos(l.ending, upper(${query})) > 0 OR strpos(lower(l.note), lower(${query})) > 0)
        AND ${onlyIf(state, sql`l.state = ${state}`)} ORDER BY l.card_id DESC LIMIT ${size} OFFSET ${from}`,
  );
}

export function findCardLine(owner: Owner, today: Day, cardId: string): Promise<CardLine | undefined> {
  return firstRow(owner, sql<CardLine>`SELECT l.* FROM (${lines(owner, today)}) l WHERE l.card_id = ${cardId}`);
}

/** What the owner owes to the holders of cards, by currency. */
export function listOwed(owner: Owner): Promise<{ currency: Currency; balance_minor: number; cards: number }[]> {
  return rows(
    owner,
    sql`SELECT currency, sum(balance_minor)::bigint AS balance_minor, count(*)::int AS cards FROM gift_card
      WHERE owner_id = ${owner.id} AND balance_minor > 0 GROUP BY currency ORDER BY currency`,
  );
}

export type CardUse = { order_no: string; at: Date; amount_minor: number; returned_minor: number; outcome: string };

export function listUses(owner: Owner, cardId: string): Promise<CardUse[]> {
  return rows(
    owner,
    sql<CardUse>`SELECT y.order_no, y.created_at AS at, y.amount_minor, y.outcome,
      (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.owner_id = y.owner_id AND r.payment_no = y.payment_no
        AND r.status = ${refundCode.successful})::bigint AS returned_minor
      FROM payment y WHERE y.owner_id = ${owner.id} AND y.card_id = ${cardId} AND y.status = ${paymentCode.paid}
      ORDER BY y.created_at DESC, y.payment_no DESC LIMIT 200`,
  );
}
