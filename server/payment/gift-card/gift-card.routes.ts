// Calls about gift cards in the back office (decision 0409, role finance).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { todayIn } from '../../../domain/dates.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { money, sumMoney } from '../../../domain/money.ts';
import type { Handlers } from '../../platform/bind.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { fourEyesOf } from '../balance/adjust-balance.ts';
import { findChannel } from '../channel.sql.ts';
import { type CardLine, changeCard, findCardLine, listGiftCards, listOwed, listUses } from './gift-card.sql.ts';
import { issueCards } from './issue-cards.ts';

const pageSize = 20;

const todayOf = ({ site, now }: Context) => todayIn(site.zone, now.getTime());

function showCard(context: Context, row: CardLine): OutputOf<'consoleGiftCard'>['card'] {
  return {
    id: String(row.card_id),
    ending: row.ending,
    value: money(row.value_minor, row.currency),
    balance: money(row.balance_minor, row.currency),
    endsOn: row.ends_on,
    state: row.state,
    blocked: row.blocked,
    block: row.blocked_at && { why: row.blocked_why, by: row.blocked_by_name, at: row.blocked_at.toISOString() },
    waits: row.waits,
    own: row.issued_by === staffOf(context).accountId,
    uses: row.uses,
    note: row.note,
    issuedBy: row.issued_by_name,
    at: row.created_at.toISOString(),
  };
}

async function listAll(
  context: Context,
  { query, state, page }: ParsedInputOf<'consoleGiftCards'>,
): Promise<OutputOf<'consoleGiftCards'>> {
  const { owner, site } = context;
  const filter = { query: query.trim(), state: state ?? null, size: pageSize, from: (page - 1) * pageSize };
  const [found, owed, fourEyes, setting] = await Promise.all([
    listGiftCards(owner, todayOf(context), filter),
    listOwed(owner),
    fourEyesOf(context),
    findChannel(owner, 'giftCard'),
  ]);
  const total = found[0]?.total ?? 0;
  return {
    ...{ total, page, pages: Math.ceil(total / pageSize), zone: site.zone },
    list: found.map((row) => showCard(context, row)),
    owed: owed.map((item) => ({ amount: sumMoney(item.balance_minor, item.currency), cards: item.cards })),
    currencies: [...new Set([site.currency, ...site.currencies])],
    fourEyes,
    offered: setting?.active ?? false,
  };
}

async function showOne(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleGiftCard'>> {
  const { owner, site } = context;
  const row = await findCardLine(owner, todayOf(context), id);
  if (!row) throw new NotHere();
  const uses = (await listUses(owner, id)).map((use) => ({
    orderNo: use.order_no,
    at: use.at.toISOString(),
    amount: money(use.amount_minor, row.currency),
    returned: money(use.returned_minor, row.currency),
    held: use.outcome === 'held',
  }));
  return { card: showCard(context, row), zone: site.zone, uses };
}

async function moveCard(
  context: Context,
  { id, act, reason: typed }: ParsedInputOf<'consoleGiftCardMove'>,
): Promise<OutputOf<'consoleGiftCardMove'>> {
  const reason = typed.trim();
  if (act === 'block' && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  return inTransaction(context.owner, async (owner) => {
    const before = await findCardLine(owner, todayOf(context), id);
    if (!before) throw new NotHere();
    if ((await changeCard(owner, id, { act, reason, now: context.now, by: staffOf(context) })) !== 1)
      throw new Refusal(act === 'release' && before.waits ? 'ownAdjustment' : 'changedMeanwhile');
    const after = await findCardLine(owner, todayOf(context), id);
    await logAction(owner, context, {
      act: 'gift-card-moved',
      subject: `gift card ${before.ending}`,
      before: { state: before.state },
      after: { state: after?.state, reason },
    });
    return { state: after?.state ?? before.state };
  });
}

export const giftCardCalls = {
  consoleGiftCards: listAll,
  consoleGiftCard: showOne,
  consoleGiftCardIssue: issueCards,
  consoleGiftCardMove: moveCard,
} satisfies Partial<Handlers>;
