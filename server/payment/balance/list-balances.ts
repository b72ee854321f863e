// Deposits and credit lines in the back office (rules §8, §10, role finance): all distributors, and one with its statement.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere } from '../../../domain/errors.ts';
import { money } from '../../../domain/money.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import { findChannel } from '../channel.sql.ts';
import { fourEyesOf, showAdjustment } from './adjust-balance.ts';
import {
  type BalanceRow,
  countWaiting,
  findContacts,
  listAdjustments,
  listBalanceRows,
  sumDoneAlone,
} from './balances.sql.ts';
import { describeCredit, showBalanced, statementOf } from './show-statement.ts';

const shownAdjustments = 20;

export async function listBalances(
  { owner, site }: Context,
  input: ParsedInputOf<'consoleBalances'>,
): Promise<OutputOf<'consoleBalances'>> {
  const { page, size } = input;
  const { total, list } = await listBalanceRows(owner, {
    query: input.query.trim(),
    only: input.only ?? null,
    id: null,
    currency: site.currency,
    size,
    from: (page - 1) * size,
  });
  const waiting = await countWaiting(owner);
  return { total, page, pages: Math.ceil(total / size), waiting, list: list.map((row) => showRow(row, site)) };
}

function showRow(row: BalanceRow, { currency }: Context['site']) {
  const credit = { balance_minor: row.credit_minor ?? 0, credit_limit_minor: row.limit_minor };
  return {
    id: String(row.partner_id),
    name: row.name,
    mainEmail: row.main_email,
    frozen: row.frozen,
    deposit: money(row.deposit_minor, currency),
    credit: row.credit_minor === null ? null : describeCredit(credit, currency),
    low: row.low,
    waiting: row.waiting,
  };
}

/** A distributor of this owner, else refuses with NotHere. */
export async function findDistributor({ owner, site }: Context, id: string): Promise<BalanceRow> {
  const filter = { query: '', only: null, id, currency: site.currency, size: 1, from: 0 };
  const [row] = (await listBalanceRows(owner, filter)).list;
  if (!row) throw new NotHere();
  return row;
}

function showContact({ settlement, order }: Awaited<ReturnType<typeof findContacts>>) {
  const isFilled = settlement?.name || settlement?.email || settlement?.phone;
  const { name = '', email = '', areaCode = '', phone = '' } = (isFilled ? settlement : order) ?? {};
  return { name, email, phone: phone && `+${areaCode} ${phone}` };
}

export async function showBalance(
  context: Context,
  input: ParsedInputOf<'consoleBalance'>,
): Promise<OutputOf<'consoleBalance'>> {
  const { owner } = context;
  const row = await findDistributor(context, input.id);
  const [{ figures, ...page }, adjustments, fourEyes, aloneMinor, channel, contacts] = await Promise.all([
    showBalanced(context, statementOf(context, row.partner_id), input),
    listAdjustments(owner, { partnerId: input.id, size: shownAdjustments, from: 0 }),
    fourEyesOf(context),
    sumDoneAlone(owner, input.id, staffOf(context).accountId),
    findChannel(owner, 'credit'),
    findContacts(owner, input.id),
  ]);
  const { credit } = figures;
  return {
    ...page,
    id: input.id,
    name: row.name,
    frozen: row.frozen,
    contact: showContact(contacts),
    figures,
    creditOff: !channel?.active && credit !== null && credit.limit.amountMinor + credit.left.amountMinor > 0,
    adjustments: adjustments.map((adjustment) => showAdjustment(context, adjustment)),
    fourEyes,
    alone: money(aloneMinor, context.site.currency),
  };
}
