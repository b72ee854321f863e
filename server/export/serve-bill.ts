// The statement as a file (§7 bill export): the same lines as on screen, oldest first, in the reader's language, with the remaining
// balance after each, so that the amounts add up to the balance.
import { statementExport } from '../../contract/payment-balance.ts';
import { NotHere } from '../../domain/errors.ts';
import { inBrackets, type Language } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { decimalOf } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts, limitOf } from '../account/limit-attempts.ts';
import { findDistributor } from '../payment/balance/list-balances.ts';
import { ownStatement, statementOf, wholeStatement } from '../payment/balance/show-statement.ts';
import type { StatementOf } from '../payment/balance/statement.sql.ts';
import { buyerOf, type Context, staffOf } from '../platform/context.ts';
import { parseAddress } from '../platform/edge/name-problems.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { type FileCell, sendRows } from './send-sheet.ts';

type Line = Awaited<ReturnType<typeof wholeStatement>>[number];

/** The partner's own. */
export function answerBill(context: Context, request: FastifyRequest, reply: FastifyReply) {
  return writeBill(context, ownStatement(context), buyerOf(context).accountId, request, reply);
}

/** Any distributor's, for the owner's staff. */
export async function answerPartnerBill(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  if (!/^\d{1,18}$/.test(id)) throw new NotHere();
  const partner = await findDistributor(context, id);
  const of = statementOf(context, partner.partner_id);
  return writeBill(context, of, staffOf(context).accountId, request, reply);
}

/** Counts against the reader's exports of the hour. Refuses invalidInput, statementTooLong. */
async function writeBill(
  context: Context,
  of: StatementOf,
  accountId: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { format, ...filters } = parseAddress(statementExport, request.query);
  const most = limitOf(context, 'exportsPerAccountHour');
  await limitAttempts(context, [{ bucket: `export ${accountId}`, most, windowSeconds: 3600 }]);
  const list = await wholeStatement(context, of, filters, limits.statementRows[format]);
  const rows = drawRows(list, context.language, of.zone);
  const name = `statement-${clockOf(of.zone).format(context.now).slice(0, 10)}`;
  return sendRows(reply, { name, format, columns: headings(context), rows });
}

const columns = [
  ['at', 20],
  ['deal', 22],
  ['account', 14],
  ['channel', 18],
  ['currency', 10],
  ['amount', 16],
  ['after', 18],
  ['order', 20],
  ['reference', 28],
  ['note', 40],
  ['other', 20],
] as const;

const headings = ({ language, site }: Context) =>
  columns.map(([key, width]) => {
    const heading = translate(language, `payment.balance.column.${key}`);
    return { heading: key === 'at' ? heading + inBrackets(site.zone, language) : heading, width };
  });

function drawRows(list: Line[], language: Language, zone: string): FileCell[][] {
  const say = (key: string) => translate(language, key);
  const clock = clockOf(zone);
  return list.map((line) => [
    { time: clock.format(new Date(line.at)) },
    say(`payment.deal.${line.dealType}`),
    say(`payment.channel.${line.kind}`),
    line.channel ? say(`payment.channel.${line.channel}`) : null,
    line.amount.currency,
    { decimal: decimalOf(line.amount) },
    { decimal: decimalOf(line.after) },
    line.orderNo,
    line.reference || say('payment.balance.ofOthers'),
    line.note,
    // A text, so with two decimals as everywhere (§9).
    line.other && `${line.other.currency} ${Number(decimalOf(line.other)).toFixed(2)}`,
  ]);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** yyyy-MM-dd HH:mm:ss, which sorts and which every spreadsheet understands. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
    clocks.set(timeZone, clock);
  }
  return clock;
}
