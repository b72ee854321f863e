// Calls a channel for a saved attempt, and saves the answer: where the buyer continues. Without an answer the
// attempt stays open; a clear refusal ends it.
import { createHash } from 'node:crypto';
import QRCode from 'qrcode';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { money } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { PaymentStatus, paymentMoves } from '../../domain/payment-status.ts';
import { movePayStatus } from '../order/order.sql.ts';
import { lockOrder, type OrderRow } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { withoutCounting } from '../platform/database/limit-waiting.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { askChannel } from './ask-channel.ts';
import type { ChannelSetting } from './channel.sql.ts';
import {
  type ChannelConfig,
  type ChannelData,
  ChannelRefused,
  type StartInput,
  type Supply,
} from './channels/channel.ts';
import { channelOf, type OutsideChannel } from './channels/index.ts';
import { noteSuccess, noteTrouble } from './choose-channels.ts';
import { configOf, describeProblem } from './open-channel.ts';
import { findPayment, markFailed, noteStarted, type PaymentRow } from './payment.sql.ts';
import { isFromSupply } from './supply/plan-supply.ts';

type Shown = OutputOf<'paying'>;

/** The subject of the payment: an order, or a recharge. */
export type Purpose = {
  number: string;
  returnPath: string;
  cancelPath: string;
  email: string;
  phone: string;
  /** The payer inside the channel's app (enter-app.ts). */
  payer?: string | undefined;
  /** What a supplier delivers, where the owner's balance there pays. */
  supply?: Supply | undefined;
  /** The channel clearly refused: nothing waits for this money any longer. */
  giveUp(owner: OwnerTrx, markFailed: () => Promise<unknown>): Promise<void>;
};

export function orderPurpose(order: OrderRow): Purpose {
  const { order_no: orderNo, contact } = order;
  return {
    number: orderNo,
    returnPath: paths.payment('complete', orderNo),
    cancelPath: paths.payment('pay', orderNo),
    email: contact.email,
    phone: contact.areaCode + contact.phone,
    async giveUp(owner, markFailed) {
      await lockOrder(owner, orderNo);
      await markFailed();
      await movePayStatus(owner, orderNo, paymentMoves.fail.from, paymentMoves.fail.to);
    },
  };
}

export async function startOutside(
  context: Context,
  purpose: Purpose,
  attempt: PaymentRow,
  setting: ChannelSetting,
  name: OutsideChannel,
): Promise<Shown> {
  const { owner, log } = context;
  const { payment_no: paymentNo, channel_data: known } = attempt;
  let config: ChannelConfig = { keys: {}, options: {}, baseUrl: '' };
  const clientOf = ({ client }: ChannelData) =>
    client ? (channelOf(name).inside?.handOver(configOf(context, setting), client, context.now) ?? client) : null;
  if (known.go?.placed) return askPlaced(context, attempt, known.go);
  if (known.go) {
    const { go } = known;
    return show(attempt, attempt.pay_url ?? formAddress(context, attempt, go), go, clientOf(go));
  }
  try {
    // Settings that cannot be opened are this way's trouble alone.
    config = configOf(context, setting);
    const start = describeStart(context, purpose, attempt, name);
    const started = await withoutCounting(() => channelOf(name).start(config, start, context.clock()));
    const { providerRef, payUrl, data } = started;
    await noteStarted(owner, paymentNo, { providerRef, payUrl, go: data });
    await noteSuccess(context, setting);
    if (data.placed) return await askPlaced(context, attempt, data);
    return await show(attempt, payUrl ?? formAddress(context, attempt, data), data, clientOf(data));
  } catch (error) {
    const { payer = '' } = purpose;
    const problem = describeProblem(error, { ...config, keys: { ...config.keys, payer } });
    await noteTrouble(context, name);
    if (!(error instanceof ChannelRefused)) {
      log.warn({ problem, channel: name }, 'the channel gave no answer to a start; the attempt stays open');
      throw new Refusal('gatewaySilent');
    }
    log.error({ problem, channel: name }, 'the channel refused a start');
    // The reason is in the log: a gateway's texts are not for buyers. A supplier's are for staff, who see the payment.
    const reason = isFromSupply(name) ? problem.replace(/^\w+: /, '').slice(0, 200) : 'refused';
    await inTransaction(owner, (owner) => purpose.giveUp(owner, () => markFailed(owner, paymentNo, reason)));
    throw new Refusal('providerRefused');
  }
}

/** The buyer is not redirected: the supplier has the order and is queried for the result. Without an answer the waiting page asks again. */
async function askPlaced(context: Context, { payment_no: paymentNo }: PaymentRow, data: ChannelData): Promise<Shown> {
  await askChannel(context, paymentNo, false);
  const attempt = await findPayment(context.owner, paymentNo);
  if (!attempt) throw new Error(`payment ${paymentNo} is gone`);
  return { ...(await show(attempt, null, data, null)), status: attempt.status };
}

/** Whether this visitor can use an attempt: some pages open on phones only, and only for a short time. */
export function fitsNow(
  context: Context,
  { channel_data: known }: PaymentRow,
  setting: ChannelSetting,
  name: OutsideChannel,
  payer?: string,
): boolean {
  const { fits } = channelOf(name);
  if (!fits || !known.go) return true;
  const buyer = { agent: context.agent, session: sessionOf(context), payer };
  return fits(configOf(context, setting), known.go, buyer, context.now);
}

/** Distinguishes sessions without identifying them. */
function sessionOf({ visitor }: Context): string {
  return visitor ? createHash('sha256').update(visitor.sessionHash).digest('hex').slice(0, 32) : '';
}

function describeStart(context: Context, purpose: Purpose, attempt: PaymentRow, channel: string): StartInput {
  const { site, origin, source, agent, language } = context;
  const { created_at: startedAt, expires_at: expiresAt, cardholder } = attempt;
  return {
    paymentNo: attempt.payment_no,
    amount: money(attempt.amount_minor, attempt.currency),
    description: `${site.ownerName} ${purpose.number}`,
    returnUrl: origin + purpose.returnPath,
    cancelUrl: origin + purpose.cancelPath,
    notifyUrl: origin + fileAddress('paymentNotice', { channel }),
    landingUrl: origin + fileAddress('paymentReturn', { channel }),
    startedAt,
    expiresAt: expiresAt ?? new Date(startedAt.getTime() + limits.payQrSeconds * 1000),
    language,
    buyer: {
      ...payerOf(context, purpose),
      ...cardholder,
      source,
      agent,
      session: sessionOf(context),
      payer: purpose.payer,
    },
    supply: purpose.supply,
  };
}

/** A gateway mails its receipt with the amount: of an agency's price to the agency, not to the customer of its order (decision 0791). */
function payerOf(context: Context, { email, phone }: Purpose): { email: string; phone: string } {
  const buyer = buyerOf(context);
  if ((buyer.kind !== 'main' && buyer.kind !== 'sub') || !buyer.email) return { email, phone };
  const { areaCode, mobile } = buyer.phone;
  return { email: buyer.email, phone: mobile ? areaCode + mobile : '' };
}

/** Our page that posts the channel's form. */
function formAddress({ origin }: Context, { payment_no: paymentNo }: PaymentRow, { form }: ChannelData): string | null {
  return form ? origin + fileAddress('paymentForm', { paymentNo }) : null;
}

/** The QR code opens the channel's page on a telephone where the channel offers no code. */
async function show(
  attempt: PaymentRow,
  payUrl: string | null,
  data: ChannelData,
  client: Shown['client'],
): Promise<Shown> {
  const text = data.qrText ?? (data.away || data.form ? null : payUrl);
  return {
    paymentNo: attempt.payment_no,
    status: PaymentStatus.paying,
    redirectUrl: payUrl,
    qr: text ? await drawQr(text) : null,
    form: data.form ?? null,
    client,
    expiresAt: attempt.expires_at?.toISOString() ?? null,
  };
}

async function drawQr(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
