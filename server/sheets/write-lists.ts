// Orders, their lines, payments, refunds and partners as files (rules §10), under the filters and the rights of their lists.
import { sheetInputs } from '../../contract/sheets.ts';
import { openDay } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { decimalOf, type Money, money } from '../../domain/money.ts';
import { nameReason } from '../../domain/refund-reasons.ts';
import { wordsIn } from '../../locales/index.ts';
import { translate } from '../../locales/translate.ts';
import { deskFilterOf } from '../desk/list-all-orders.ts';
import { countLinesOf, listDeskNumbers, listDeskOf } from '../desk/orders.sql.ts';
import { rightOver } from '../desk/right-over.sql.ts';
import { columnsOfLines, rowOfLine, sayCharges } from '../export/export-orders.ts';
import { dayCell, type FileCell, momentIn } from '../export/send-sheet.ts';
import { listPaymentNumbers, listPaymentsOf } from '../finance/finance.sql.ts';
import { paymentSearchOf } from '../finance/list-payments.ts';
import { listRefundNumbers, listRefundsByNo } from '../finance/refunds.sql.ts';
import { showPayment, showRefund } from '../finance/show-money.ts';
import { listCharges } from '../order/list.sql.ts';
import { listLines } from '../order/read.sql.ts';
import { showRow } from '../order/show-order.ts';
import { listLineTotals, listPaidTotals } from '../order/supplement/totals.sql.ts';
import { partnerSearchOf } from '../partner/decide-partner.ts';
import { listPartnerNumbers, listPartnersOf } from '../partner/partner.sql.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { parseAddress } from '../platform/edge/name-problems.ts';
import { type AnswerSheet, answerSheet, drawWith } from './open-sheet.ts';
import { listPlatformPrices } from './platform-prices.sql.ts';

const decimal = (amount: Money | null): FileCell => (amount ? { decimal: decimalOf(amount) } : null);
const nameChannel = ({ language }: Context, channel: string | null): string => {
  const word = `payment.channel.${channel}`;
  return channel && wordsIn(language)[word] ? translate(language, word) : (channel ?? '');
};

/** Roles that see no money have no file of orders: theirs is the list on the screen. */
function openOrders(context: Context, query: unknown) {
  const input = parseAddress(sheetInputs.orders, query);
  const right = rightOver(context);
  if (!right.money) throw new NotHere();
  const filter = deskFilterOf(context, input);
  const { reports } = context;
  return {
    input,
    right,
    format: input.format,
    listNumbers: (most: number) => listDeskNumbers(reports, right.sees, filter, most),
  };
}

export const answerOrdersFile: AnswerSheet = async (context, request, reply) => {
  const { reports, language, site } = context;
  const { right, ...opened } = openOrders(context, request.query);
  type Row = {
    shown: ReturnType<typeof showRow>;
    row: Awaited<ReturnType<typeof listDeskOf>>[number];
    charges: Parameters<typeof sayCharges>[0];
    totals: { paid_minor: number; refunded_minor: number } | undefined;
    /** At the platform that the order came from. */
    price: Money | undefined;
  };
  const say = (key: string) => translate(language, key);
  const { columns, draw } = drawWith<Row>(context, [
    ['order.list.column.orderNo', 18, ({ row }) => row.order_no],
    ['order.list.column.placedAt', 18, ({ row }) => momentIn(site.zone, row.placed_at), true],
    ['order.list.column.status', 18, ({ row }) => say(`order.status.${row.status}`)],
    [
      'order.list.column.payStatus',
      16,
      ({ row }) => say(row.rest ? 'order.part.badge' : `payment.status.${row.pay_status}`),
    ],
    ['order.list.column.product', 40, ({ shown }) => shown.productName],
    ['order.list.column.playOn', 12, ({ shown }) => dayCell(shown.playOn === openDay ? null : shown.playOn)],
    ['order.list.column.untilOn', 12, ({ shown }) => dayCell(shown.untilOn ?? shown.validUntil)],
    ['desk.partner', 28, ({ row }) => row.partner_name],
    ['order.list.column.creator', 20, ({ row }) => row.buyer_name],
    ['desk.channel', 18, ({ row }) => nameChannel(context, row.channel)],
    ['order.list.column.currency', 10, ({ row }) => row.currency],
    ['order.list.column.amount', 14, ({ row }) => decimal(money(row.payable_minor, row.currency))],
    ['order.paid', 14, ({ row, totals }) => decimal(money(totals?.paid_minor ?? 0, row.currency))],
    ['order.refunded', 14, ({ row, totals }) => decimal(money(totals?.refunded_minor ?? 0, row.currency))],
    ['order.list.column.charged', 44, ({ charges }) => sayCharges(charges, language)],
    ['order.list.column.contact', 24, ({ row }) => row.contact.name],
    ['order.list.column.email', 30, ({ row }) => row.contact.email],
    ['order.list.column.phone', 20, ({ row }) => [row.contact.areaCode, row.contact.phone].filter(Boolean).join(' ')],
    ['order.list.column.promoCode', 14, ({ row }) => row.coupon_code ?? ''],
    ['order.list.column.source', 16, ({ row }) => say(`order.list.source.${row.source}`)],
    ['desk.agentReference', 24, ({ row }) => row.agent_reference],
    ['marketplace.price.platformPrice', 14, ({ price }) => decimal(price ?? null)],
    ['marketplace.price.platformCurrency', 14, ({ price }) => price?.currency ?? ''],
  ]);
  return answerSheet(context, reply, {
    ...opened,
    ...{ list: 'orders', columns },
    async readRows(numbers) {
      const [{ list, linesOf, chargesOf }, totalsOf, priceOf] = await Promise.all([
        readOrders(reports, right.sees, numbers),
        listPaidTotals(reports, numbers),
        listPlatformPrices(reports, numbers),
      ]);
      return list.map((row) => {
        const shown = showRow(row, linesOf.get(row.order_no) ?? [], context);
        const [charges, totals] = [chargesOf.get(row.order_no) ?? [], totalsOf.get(row.order_no)];
        return draw({ row, shown, charges, totals, price: priceOf.get(row.order_no) });
      });
    },
  });
};

async function readOrders(reports: Owner, sees: Parameters<typeof listDeskOf>[1], numbers: string[]) {
  const [list, lines, chargesOf] = await Promise.all([
    listDeskOf(reports, sees, numbers),
    listLines(reports, numbers),
    listCharges(reports, numbers),
  ]);
  return { list, linesOf: Map.groupBy(lines, (line) => line.order_no), chargesOf };
}

export const answerLinesFile: AnswerSheet = async (context, request, reply) => {
  const { reports, language } = context;
  const { right, ...opened } = openOrders(context, request.query);
  return answerSheet(context, reply, {
    ...opened,
    list: 'lines',
    columns: [...columnsOfLines(context), { heading: translate(language, 'desk.partner'), width: 28 }],
    countRows: (numbers) => countLinesOf(reports, numbers),
    async readRows(numbers) {
      const [{ list, linesOf, chargesOf }, totalsOf] = await Promise.all([
        readOrders(reports, right.sees, numbers),
        listLineTotals(reports, numbers),
      ]);
      return list.flatMap((row) => {
        const remark = right.decidesAs === 'owner' ? row.remark : '';
        const order = { ...row, remark, creator_name: row.buyer_name };
        const charges = chargesOf.get(row.order_no) ?? [];
        const lines = linesOf.get(row.order_no) ?? [];
        const write = (line: (typeof lines)[number]) =>
          rowOfLine(context, { order, line, charges, totals: totalsOf.get(line.sub_order_no) });
        return lines.map((line) => [...write(line), row.partner_name]);
      });
    },
  });
};

export const answerPaymentsFile: AnswerSheet = async (context, request, reply) => {
  const { reports, site, language } = context;
  const input = parseAddress(sheetInputs.payments, request.query);
  type Row = ReturnType<typeof showPayment>;
  const at = (moment: string | null) => (moment ? momentIn(site.zone, new Date(moment)) : '');
  const { columns, draw } = drawWith<Row>(context, [
    ['finance.payment', 24, (row) => row.paymentNo],
    ['payment.balance.column.at', 18, (row) => at(row.createdAt), true],
    ['console.status', 18, (row) => translate(language, `payment.status.${row.status}`)],
    ['payment.balance.column.order', 20, (row) => row.orderNo ?? row.recharge ?? ''],
    ['account.detail.partnerName', 28, (row) => row.partnerName],
    ['payment.balance.column.channel', 18, (row) => nameChannel(context, row.channel)],
    ['order.list.column.currency', 10, (row) => row.amount.currency],
    ['console.column.amount', 14, (row) => decimal(row.amount)],
    ['sheets.ordered', 18, (row) => (row.exchange ? decimal(row.exchange.amount) : '')],
    ['sheets.orderedCurrency', 14, (row) => row.exchange?.amount.currency ?? ''],
    ['sheets.rate', 16, (row) => (row.exchange ? { decimal: row.exchange.rate } : '')],
    ['sheets.fee', 12, (row) => decimal(row.fee)],
    ['sheets.refunded', 14, (row) => decimal(row.refunded)],
    ['sheets.reference', 28, (row) => row.providerRef],
    ['sheets.settledAt', 18, (row) => at(row.settledAt), true],
  ]);
  return answerSheet(context, reply, {
    ...{ list: 'payments', format: input.format, columns, input },
    listNumbers: (most) => listPaymentNumbers(reports, paymentSearchOf(site.zone, input), most),
    readRows: async (numbers) => (await listPaymentsOf(reports, numbers)).map((row) => draw(showPayment(row))),
  });
};

export const answerRefundsFile: AnswerSheet = async (context, request, reply) => {
  const { reports, site, language } = context;
  const input = parseAddress(sheetInputs.refunds, request.query);
  type Row = ReturnType<typeof showRefund>;
  const at = (moment: string | null) => (moment ? momentIn(site.zone, new Date(moment)) : '');
  const { columns, draw } = drawWith<Row>(context, [
    ['finance.refundNo', 26, (row) => row.refundNo],
    ['finance.payment', 24, (row) => row.paymentNo],
    ['payment.balance.column.at', 18, (row) => at(row.createdAt), true],
    ['console.status', 22, ({ state }) => translate(language, `finance.refund.${state}`)],
    ['payment.balance.column.order', 20, (row) => row.orderNo ?? ''],
    ['account.detail.partnerName', 28, (row) => row.partnerName],
    ['payment.balance.column.channel', 18, (row) => nameChannel(context, row.channel)],
    ['order.list.column.currency', 10, (row) => row.amount.currency],
    ['console.column.amount', 14, (row) => decimal(row.amount)],
    ['sheets.ordered', 18, (row) => (row.ordered ? decimal(row.ordered) : '')],
    ['sheets.orderedCurrency', 14, (row) => row.ordered?.currency ?? ''],
    ['console.why', 40, ({ reason }) => nameReason((key) => translate(language, key), reason)],
    ['sheets.reference', 28, (row) => row.reference],
    ['sheets.settledAt', 18, (row) => (row.state === 'done' ? at(row.settledAt) : ''), true],
  ]);
  return answerSheet(context, reply, {
    ...{ list: 'refunds', format: input.format, columns, input },
    listNumbers: (most) => listRefundNumbers(reports, input.state, most),
    readRows: async (numbers) => (await listRefundsByNo(reports, numbers)).map((row) => draw(showRefund(row))),
  });
};

export const answerPartnersFile: AnswerSheet = async (context, request, reply) => {
  const { reports, site, language } = context;
  const input = parseAddress(sheetInputs.partners, request.query);
  type Row = Awaited<ReturnType<typeof listPartnersOf>>[number];
  const say = (key: string) => translate(language, key);
  const { columns, draw } = drawWith<Row>(context, [
    ['account.detail.partnerName', 32, (row) => row.name || (row.main_email ? '' : say('privacy.contactErased'))],
    ['partner.kind', 18, (row) => say(`partner.registrant.${row.kind}`)],
    ['partner.mainAccount', 24, (row) => row.main_name],
    ['account.detail.email', 30, (row) => row.main_email],
    ['partner.approval', 16, (row) => say(`partner.approval.${row.approval}`)],
    ['partner.frozen', 12, (row) => say(row.frozen ? 'staff.log.yes' : 'staff.log.no')],
    ['partner.level', 10, (row) => row.level],
    ['partner.subAccounts', 12, (row) => row.sub_accounts],
    ['sheets.since', 18, (row) => momentIn(site.zone, row.created_at), true],
  ]);
  const search = partnerSearchOf(context, input);
  return answerSheet(context, reply, {
    ...{ list: 'partners', format: input.format, columns, input },
    listNumbers: (most) => listPartnerNumbers(reports, search, most),
    readRows: async (numbers) => (await listPartnersOf(reports, numbers)).map(draw),
  });
};
