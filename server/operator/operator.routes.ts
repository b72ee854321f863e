// Calls of the owner's back office (decisions §10): queues, orders with their events, confirm or reject, the preview inbox.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { NotHere } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { findMail, listMails } from '../notification/notification.sql.ts';
import { confirmOrder, rejectOrder } from '../order/decide-pending.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { countQueues, findNames, listLines, listOrders, listPayments } from '../order/order.sql.ts';
import { showOrder, showRow } from '../order/show-order.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import {
  decidePartner,
  freezeOneAccount,
  freezePartner,
  levelPartner,
  listPartners,
  showOnePartner,
  signInAs,
} from './decide-partner.ts';
import { listStaff, resetStaff, saveStaff } from './keep-staff.ts';
import { readLog } from './read-log.ts';
import { publishAgreement, saveSettings, showAgreements, showSettings } from './save-settings.ts';

const mailPageSize = 30;

export const operatorHandlers = {
  consolePartners: listPartners,
  consolePartner: showOnePartner,
  consolePartnerDecide: decidePartner,
  consolePartnerLevel: levelPartner,
  consolePartnerFreeze: freezePartner,
  consoleAccountFreeze: freezeOneAccount,
  consoleSignInAs: signInAs,
  consoleStaff: listStaff,
  consoleStaffSave: saveStaff,
  consoleStaffReset: resetStaff,
  consoleLog: readLog,
  consoleSettings: showSettings,
  consoleSettingsSave: saveSettings,
  consoleAgreements: showAgreements,
  consoleAgreementPublish: publishAgreement,
  async consoleQueues({ db, site }) {
    const counts = await countQueues(db, site.ownerId, site.zone);
    return {
      toConfirm: counts?.to_confirm ?? 0,
      unpaid: counts?.unpaid ?? 0,
      today: counts?.today ?? 0,
      payTrouble: counts?.pay_trouble ?? 0,
    };
  },
  consoleOrders: listAllOrders,
  async consoleOrder(context, { id }) {
    const { db, site } = context;
    const detail = await showOrder(context, id, everyOrder(), 'owner');
    const [names, payments] = await Promise.all([findNames(db, site.ownerId, id), listPayments(db, site.ownerId, id)]);
    return {
      ...detail,
      partnerName: names?.partner_name ?? '',
      buyerName: names?.buyer_name ?? '',
      payments: payments.map((row) => ({
        paymentNo: row.payment_no,
        channel: row.channel,
        status: row.status,
        amount: money(row.amount_minor, row.currency as Currency),
        providerRef: row.provider_ref,
        at: row.created_at.toISOString(),
      })),
    };
  },
  consoleConfirm: (context, { id }) => confirmOrder(context, id),
  consoleReject: (context, { id, why }) => rejectOrder(context, id, why),
  async consoleMails({ db, site }, { page }) {
    const { total, list } = await listMails(db, site.ownerId, { size: mailPageSize, from: (page - 1) * mailPageSize });
    return {
      total,
      list: list.map((row) => ({
        id: String(row.mail_id),
        to: row.recipient,
        subject: row.subject,
        at: row.created_at.toISOString(),
        sent: row.sent_at !== null,
      })),
    };
  },
  async consoleMail({ db, site }, { id }) {
    const row = await findMail(db, site.ownerId, id);
    if (!row) throw new NotHere();
    return {
      id,
      to: row.recipient,
      subject: row.subject,
      at: row.created_at.toISOString(),
      html: row.html,
      text: row.body,
      attachments: row.attachments.map((one, at) => ({
        name: one.name,
        href: `/api/console/mails/${id}/attachments/${at}`,
        size: Buffer.byteLength(one.base64, 'base64'),
      })),
    };
  },
} satisfies Partial<Handlers>;

async function listAllOrders(
  context: Context,
  input: ParsedInputOf<'consoleOrders'>,
): Promise<OutputOf<'consoleOrders'>> {
  const { db, site } = context;
  const filter = {
    status: input.status ?? null,
    query: input.query,
    size: input.size,
    from: (input.page - 1) * input.size,
  };
  const { total, list } = await listOrders(db, site.ownerId, everyOrder(), filter);
  const lines = await listLines(
    db,
    site.ownerId,
    list.map((row) => row.order_no),
  );
  return {
    total,
    page: input.page,
    pages: Math.ceil(total / input.size),
    list: list.map((row) => ({
      ...showRow(
        row,
        lines.filter((line) => line.order_no === row.order_no),
        context,
      ),
      partnerName: row.partner_name,
      buyerName: row.buyer_name,
      channel: row.channel,
    })),
  };
}
