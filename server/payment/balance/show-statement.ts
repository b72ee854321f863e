// A partner's deposit and credit line and their history (§2 uc balance, §7 bill): for the partner's accounts and, in
// the back office, for the owner's staff.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type Currency, exponentOf } from '../../../domain/currencies.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { type Money, money, sumMoney } from '../../../domain/money.ts';
import { toChannelName } from '../../../domain/pay-channels.ts';
import { everyOrder, limitVisibility } from '../../order/limit-visibility.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { inSnapshot } from '../../platform/database/read-snapshot.ts';
import type { Owner } from '../../platform/db.ts';
import { type LedgerRow, listLedgers } from '../ledger.sql.ts';
import { listOpenRecharges } from '../transfer/recharge-transfer.sql.ts';
import { findWarning, setWarning } from './balances.sql.ts';
import { availableOf, warningLevel } from './move-money.ts';
import {
  readStatement,
  readWholeStatement,
  type StatementFilter,
  type StatementOf,
  type StatementRow,
} from './statement.sql.ts';

type Figures = OutputOf<'bill'>['figures'];
type Filters = Partial<Pick<ParsedInputOf<'bill'>, 'dealType' | 'kind' | 'channel' | 'from' | 'to'>>;

/** Accounts that distributors have (§1): members and guests have none. */
export function distributorOf(context: Context) {
  const buyer = buyerOf(context);
  if (buyer.kind !== 'main' && buyer.kind !== 'sub') throw new NotHere();
  return buyer;
}

export function describeCredit(row: Pick<LedgerRow, 'balance_minor' | 'credit_limit_minor'>, currency: Currency) {
  const amount = (minor: number): Money => money(minor, currency);
  return {
    limit: amount(row.credit_limit_minor),
    used: amount(Math.max(0, -row.balance_minor)),
    left: amount(availableOf(row)),
  };
}

function isLow(row: LedgerRow | undefined, level: number | null): boolean {
  return row !== undefined && availableOf(row) < warningLevel(level, row);
}

export async function showFigures(owner: Owner, { site }: Context, partnerId: number): Promise<Figures> {
  const [ledgers, level] = await Promise.all([
    listLedgers(owner, partnerId, site.currency),
    findWarning(owner, partnerId),
  ]);
  const deposit = ledgers.find((ledger) => ledger.kind === 'deposit');
  const credit = ledgers.find((ledger) => ledger.kind === 'credit');
  return {
    currency: site.currency,
    deposit: money(deposit?.balance_minor ?? 0, site.currency),
    credit: credit ? describeCredit(credit, site.currency) : null,
    warnBelow: level === null ? null : money(level, site.currency),
    depositLow: isLow(deposit, level),
    creditLow: isLow(credit, level),
  };
}

function filterOf({ dealType, kind, channel, from, to }: Filters): StatementFilter {
  return {
    dealType: dealType ?? null,
    kind: kind ?? null,
    channel: channel ? toChannelName(channel) : null,
    from: from ?? null,
    to: to ?? null,
  };
}

/** In the reader's order's currency, or the charge's; never that of orders that the reader does not see. */
function otherOf({ currency, other_minor: minor, other_currency: other }: StatementRow): Money | null {
  return minor === null || other === null || other === currency ? null : money(minor, other);
}

function showLine(row: StatementRow) {
  const currency = row.currency;
  return {
    id: String(row.journal_id),
    at: row.at.toISOString(),
    dealType: row.deal_type,
    kind: row.kind,
    channel: row.channel,
    amount: money(row.amount_minor, currency),
    other: otherOf(row),
    after: money(row.after_minor, currency),
    orderNo: row.order_no,
    reference: row.reference,
    note: row.note,
  };
}

/** A page with its sums. */
async function showStatementPage(
  { reports, site }: Pick<Context, 'reports' | 'site'>,
  of: StatementOf,
  input: Filters & { page: number; size: number },
) {
  const { page, size } = input;
  const found = await readStatement(reports, of, filterOf(input), { size, from: (page - 1) * size });
  const total = found.sums.reduce((sum, item) => sum + item.count, 0);
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    list: found.list.map(showLine),
    sums: found.sums.map((sum) => ({
      kind: sum.kind,
      incoming: sumMoney(sum.incoming, site.currency),
      outgoing: sumMoney(sum.outgoing, site.currency),
    })),
    channels: found.channels,
    zone: site.zone,
  };
}

/** A page with what is left, read at one moment, so that the newest line says the same; from a standby the lines may be late. */
export function showBalanced(context: Context, of: StatementOf, input: Filters & { page: number; size: number }) {
  const { owner, reports, site } = context;
  const read = async (balances: Owner, lines: Owner) => {
    const [figures, page] = await Promise.all([
      showFigures(balances, context, of.partnerId),
      showStatementPage({ reports: lines, site }, of, input),
    ]);
    return { ...page, figures };
  };
  return reports === owner ? inSnapshot(owner, (owner) => read(owner, owner)) : read(owner, reports);
}

/** The signed-in partner's statement, with the orders that this reader may see. */
export function ownStatement(context: Context): StatementOf {
  const { partnerId } = distributorOf(context);
  const { zone } = context.site;
  return { partnerId, zone, visible: limitVisibility(context) };
}

/** Any partner's, for staff. */
export function statementOf({ site }: Context, partnerId: number): StatementOf {
  return { partnerId, zone: site.zone, visible: everyOrder() };
}

export async function showBill(context: Context, input: ParsedInputOf<'bill'>): Promise<OutputOf<'bill'>> {
  const of = ownStatement(context);
  const main = distributorOf(context).kind === 'main';
  const [{ figures, ...page }, open] = await Promise.all([
    showBalanced(context, of, input),
    main ? listOpenRecharges(context.owner, of.partnerId) : [],
  ]);
  const transfers = open.map((row) => ({
    rechargeNo: row.recharge_no,
    amount: money(row.amount_minor, row.currency),
    state: row.state,
    at: row.created_at.toISOString(),
  }));
  return { ...page, figures, main, transfers };
}

/** All entries that match the filters, oldest first; never more than `rows`. Refuses statementTooLong. */
export async function wholeStatement({ reports }: Context, of: StatementOf, filters: Filters, rows: number) {
  const list = await readWholeStatement(reports, of, filterOf(filters), rows + 1);
  if (list.length > rows) throw new Refusal('statementTooLong', { data: { max: rows } });
  return list.map(showLine);
}

/** The level below which the main account gets a mail; null for the default. */
export async function saveWarning(context: Context, { levelMinor }: ParsedInputOf<'balanceWarning'>) {
  const { owner, site } = context;
  if (levelMinor !== null && (levelMinor < 0 || levelMinor > limits.largestMoveMinor))
    throw new Refusal('invalidInput', {
      fields: { levelMinor: { problem: 'range', min: 0, max: most(site.currency) } },
    });
  await setWarning(owner, distributorOf(context).partnerId, levelMinor);
  return {};
}

/** The largest movement in whole units, for the error text. */
export function most(currency: Currency): number {
  return limits.largestMoveMinor / 10 ** exponentOf(currency);
}
