// Payments as merchants ask for them: what ChillPay refuses, what it opens, and how customers end it.
import { json, type Reply } from '../kit/serve-fake.ts';
import { expirySeconds, type Fake, nowOf, type Transaction, thaiTime } from './run-fake.ts';
import { sendNotice } from './send-notices.ts';
import { isSummed, startOrder } from './sign-messages.ts';

const currencies = new Set(['764', '840', '978', '392', '826', '036', '554', '344', '702', '756', '458', '156', '410']);

class Refused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Only 1018 is a published code; the others are numbers of this stand-in. */
function judge({ keys }: Fake, fields: Record<string, string>): void {
  const no = (code: number, message: string) => new Refused(code, message);
  const { Amount = '', Currency = '', LangCode = '', OrderNo = '', IPAddress = '' } = fields;
  if (fields.MerchantCode !== keys.merchantCode) throw no(1001, 'Invalid Merchant Code');
  if (fields.ApiKey !== keys.apiKey) throw no(1002, 'Invalid API Key');
  if (
    !isSummed(
      startOrder.map((name) => fields[name]),
      keys.md5Secret,
      fields.CheckSum ?? '',
    )
  )
    throw no(1003, 'Invalid CheckSum');
  if (!/^[0-9A-Za-z]{1,20}$/.test(OrderNo)) throw no(1005, 'Invalid Order No');
  if (!/^[1-9]\d{0,11}$/.test(Amount)) throw no(1006, 'Invalid Amount');
  if (!currencies.has(Currency)) throw no(1007, 'Invalid Currency');
  if (LangCode !== 'TH' && LangCode !== 'EN') throw no(1008, 'Invalid Lang Code');
  if (!/^\d{1,3}$/.test(fields.RouteNo ?? '')) throw no(1009, 'Invalid Route No');
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(IPAddress)) throw no(1018, 'Invalid IP Address');
  const longest = { CustomerId: 100, Description: 100, PhoneNumber: 10 };
  for (const [name, most] of Object.entries(longest))
    if ((fields[name] ?? '').length > most) throw no(1010, `Invalid ${name}`);
  if (!fields.CustomerId) throw no(1010, 'Invalid CustomerId');
}

/** The same order number gets the same payment again while it is open, and is refused with other content. */
export function openPayment(fake: Fake, fields: Record<string, string>): Reply {
  try {
    judge(fake, fields);
    const { OrderNo: orderNo = '', Amount: amount = '', Currency: currency = '' } = fields;
    const known = fake.transactions.get(orderNo);
    if (known && (known.status !== 9 || known.amount !== amount || known.currency !== currency))
      throw new Refused(1011, 'Duplicate Order No');
    const made: Transaction = known ?? {
      ...{ id: 100_000 + fake.transactions.size, orderNo, amount, currency, customerId: fields.CustomerId ?? '' },
      ...{ description: fields.Description ?? '', language: fields.LangCode === 'TH' ? 'TH' : 'EN' },
      ...{ routeNo: fields.RouteNo ?? '', customer: fields.CustName ?? '', status: 9, createdAt: nowOf(fake) },
      ...{ paidAt: null, settled: false, back: [] },
    };
    fake.transactions.set(orderNo, made);
    return describe(fake, made);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A refusal is HTTP 200 with another status inside.
    return json(200, { Status: 1, Code: error.code, Message: error.message, TransactionId: 0, PaymentUrl: null });
  }
}

function describe(fake: Fake, transaction: Transaction): Reply {
  return json(200, {
    ...{
      Status: 0,
      Code: 200,
      Message: 'Success',
      TransactionId: transaction.id,
      Amount: Number(transaction.amount),
      OrderNo: transaction.orderNo,
    },
    ...{ CustomerId: transaction.customerId, ChannelCode: '', ReturnUrl: fake.returnUrl, Token: `t${transaction.id}` },
    PaymentUrl: `${fake.publicUrl}/Payment/${transaction.orderNo}`,
    CreatedDate: thaiTime(transaction.createdAt),
    ExpiredDate: thaiTime(transaction.createdAt + expirySeconds * 1000),
  });
}

/** What cannot be answered is an empty record that reads as open. */
export function describeStatus({ transactions, keys }: Fake, fields: Record<string, string>): Reply {
  const { MerchantCode, TransactionId = '', ApiKey, CheckSum = '' } = fields;
  const found = [...transactions.values()].find((transaction) => String(transaction.id) === TransactionId);
  const empty = { TransactionId: 0, Amount: 0, OrderNo: null, PaymentStatus: 9 };
  const known = MerchantCode === keys.merchantCode && ApiKey === keys.apiKey;
  if (!found || !known || !isSummed([MerchantCode, TransactionId, ApiKey], keys.md5Secret, CheckSum))
    return json(200, empty);
  return json(200, {
    ...{ TransactionId: found.id, Amount: Number(found.amount), OrderNo: found.orderNo, CustomerId: found.customerId },
    ...{
      PaymentStatus: found.status,
      Currency: found.currency,
      PaymentDate: found.paidAt ? thaiTime(found.paidAt) : null,
    },
  });
}

export function findOrder(fake: Fake, orderNo: string): Transaction {
  const found = fake.transactions.get(orderNo);
  if (!found) throw new Error(`no payment ${orderNo}`);
  return found;
}

export function endPayment(fake: Fake, transaction: Transaction, status: 0 | 1 | 2, silent = false): Transaction {
  if (transaction.status === 9) {
    transaction.status = status;
    if (status === 0) transaction.paidAt = nowOf(fake);
    if (!silent) sendNotice(fake, transaction);
  }
  return transaction;
}
