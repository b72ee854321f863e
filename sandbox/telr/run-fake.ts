// What the parts of the running stand-in share: orders, their sales and refunds, and advices about them.
import { createHash, randomBytes } from 'node:crypto';
import type { Manner, Notifier } from '../kit/notify-merchant.ts';

export type Refund = { ref: string; amount: string; description: string; status: string };
export type Order = {
  ref: string;
  cartid: string;
  test: string;
  amount: string;
  currency: string;
  description: string;
  back: { authorised: string; declined: string; cancelled: string };
  /** 1 pending, 3 paid, -1 expired, -2 cancelled, -3 declined. */
  code: number;
  sale: { ref: string; status: string; message: string } | null;
  refunds: Refund[];
  endsAt: number;
};

export type Fake = {
  storeId: string;
  authKey: string;
  remoteKey: string;
  adviceSecret: string;
  /** What the merchant entered in the console. */
  adviceUrl: string;
  publicUrl: string;
  orders: Map<string, Order>;
  refundPlans: ('done' | 'declined' | 'unclear')[];
  notifier: Notifier;
};

export const texts: Record<number, string> = {
  1: 'Pending',
  3: 'Paid',
  [-1]: 'Expired',
  [-2]: 'Cancelled',
  [-3]: 'Declined',
};
export const makeRef = () => `0${Date.now()}${randomBytes(2).readUInt16BE()}`.slice(0, 18);

/** A page that was not used for half an hour has ended. */
export function findOrder(fake: Fake, id: string): Order | undefined {
  const found = fake.orders.get(id) ?? [...fake.orders.values()].find(({ cartid }) => cartid === id);
  if (found?.code === 1 && Date.now() > found.endsAt) found.code = -1;
  return found;
}

type Fields = Record<string, string>;
const signed =
  'store type class test ref prevref firstref currency amount cartid desc status authcode authmessage'.split(' ');

export function checkOf(secret: string, fields: Fields): string {
  const values = signed.map((name) => fields[`tran_${name}`] ?? '');
  return createHash('sha1')
    .update(`${secret}:${values.join(':')}`)
    .digest('hex');
}

export function describeSale(fake: Fake, order: Order): Fields {
  const { sale } = order;
  const status = sale?.status ?? 'A';
  return {
    ...{ tran_store: fake.storeId, tran_type: 'sale', tran_class: 'ecom', tran_test: order.test },
    ...{ tran_ref: sale?.ref ?? 'early', tran_prevref: '', tran_firstref: '' },
    ...{
      tran_currency: order.currency,
      tran_amount: order.amount,
      tran_cartid: order.cartid,
      tran_desc: order.description,
    },
    ...{
      tran_status: status,
      tran_authcode: status === 'A' ? '012345' : '31',
      tran_authmessage: sale?.message ?? 'Authorised',
    },
    ...{ card_code: 'VC', card_last4: '1111', bill_country: 'AE' },
  };
}

export function describeRefund(fake: Fake, order: Order, refund: Refund): Fields {
  const { ref, amount, description, status } = refund;
  const about = {
    tran_type: 'refund',
    tran_ref: ref,
    tran_prevref: order.sale?.ref ?? '',
    tran_firstref: order.sale?.ref ?? '',
  };
  const message = status === 'A' ? 'Accepted' : 'Declined';
  return {
    ...describeSale(fake, order),
    ...about,
    tran_amount: amount,
    tran_desc: description,
    tran_status: status,
    tran_authmessage: message,
  };
}

const formType = 'application/x-www-form-urlencoded';

export function advise(fake: Fake, fields: Fields, manner: Manner = {}): void {
  const body = new URLSearchParams({ ...fields, tran_check: checkOf(fake.adviceSecret, fields) }).toString();
  const about = `${fields.tran_cartid} ${fields.tran_type} ${fields.tran_status}`;
  fake.notifier.notify(() => ({ about, url: fake.adviceUrl, headers: { 'content-type': formType }, body }), manner);
}

/** The other callback, of an order: another status field, numbers for types, a signature of its own. */
export function callBack(fake: Fake, order: Order): void {
  const { tran_cartid, tran_ref, tran_currency, tran_amount, tran_status, tran_store } = describeSale(
    fake,
    order,
  ) as Fields;
  const fields = {
    ...{ tran_store, tran_cartid, tran_order: order.ref, tran_ref, tran_type: '1' },
    tran_authstatus: tran_status,
  };
  const body = new URLSearchParams({ ...fields, tran_currency, tran_amount } as Fields).toString();
  const about = `${tran_cartid} callback`;
  fake.notifier.notify(() => ({ about, url: fake.adviceUrl, headers: { 'content-type': formType }, body }));
}
