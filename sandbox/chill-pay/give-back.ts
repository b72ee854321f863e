// Transaction services 1.0.6: searches, details, and requests to void a payment before its settlement or to refund it afterwards.
import { type Call, json, type Reply } from '../kit/serve-fake.ts';
import { type Fake, type Transaction, thaiTime } from './run-fake.ts';
import { isSummed, searchOrders } from './sign-messages.ts';

type Fields = Record<string, string | number | null>;

/** Errors come as HTTP 200 too; 1004, 2014 and 3001 are published without a list, what each means here is invented. */
const refused = (code: number, message: string) => json(200, { status: 400, code, message });

export function answerServices(fake: Fake, call: Call): Reply | undefined {
  const name = call.path.replace('/api/v1/', '');
  const order = searchOrders[name];
  if (!order) return undefined;
  const { keys } = fake;
  const { 'chillpay-merchantcode': merchant, 'chillpay-apikey': apiKey } = call.headers;
  if (merchant !== keys.merchantCode || apiKey !== keys.apiKey)
    return refused(1004, 'Unauthorized merchant or API key');
  const fields = readFields(call.body);
  const values = order.map((value) => fields[value]);
  if (!isSummed(values, keys.md5Secret, String(fields.Checksum ?? ''))) return refused(3001, 'Invalid checksum');
  const all = [...fake.transactions.values()];
  if (name === 'void/request' || name === 'refund/request') return giveBack(fake, name, fields);
  const found = all.filter((transaction) => !fields.OrderNo || transaction.orderNo === fields.OrderNo);
  if (name === 'payment/details')
    return list(found.filter((transaction) => transaction.id === Number(fields.TransactionId)).map(describe));
  if (name === 'payment/search') return list(found.map(describe));
  const kind = name === 'void/search' ? 'void' : 'refund';
  return list(
    found.flatMap((transaction) =>
      transaction.back
        .filter((each) => each.kind === kind)
        .map((each) => ({ ...describe(transaction), status: each.status })),
    ),
  );
}

function readFields(body: string): Fields {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
}

/** Names are written small here and with capitals elsewhere, as in the replies that were seen. */
const describe = (transaction: Transaction) => ({
  ...{
    transactionId: transaction.id,
    orderNo: transaction.orderNo,
    customerId: transaction.customerId,
    amount: Number(transaction.amount) / 100,
  },
  ...{
    currency: transaction.currency,
    status: transaction.status === 0 ? 'Success' : transaction.status === 9 ? 'Pending' : 'Fail',
    settled: transaction.settled,
  },
  paymentDate: transaction.paidAt ? thaiTime(transaction.paidAt) : null,
});

const list = (data: object[]) =>
  json(200, {
    ...{
      status: 200,
      message: 'Success',
      totalRecord: data.length,
      filteredRecord: data.length,
      pageSize: 10,
      pageNumber: 1,
    },
    data,
  });

function giveBack(fake: Fake, name: string, fields: Fields): Reply {
  const transaction = [...fake.transactions.values()].find(({ id }) => id === Number(fields.TransactionId));
  if (transaction?.status !== 0) return refused(2014, 'Transaction cannot be refunded');
  const kind = name === 'void/request' ? 'void' : 'refund';
  if ((kind === 'void') === transaction.settled) return refused(2014, `Transaction cannot be ${kind}ed in its state`);
  if (transaction.back.some(({ status }) => status !== 'Fail'))
    return refused(2014, 'Transaction was asked back already');
  const plan = fake.refundPlans.shift() ?? 'done';
  if (plan === 'refuse') return refused(2014, 'Refused');
  const status = plan === 'done' ? 'Success' : plan === 'fail' ? 'Fail' : 'Request';
  transaction.back.push({ kind, amount: String(fields.RefundAmount ?? transaction.amount), status });
  return json(200, { status: 200, message: 'Success', data: { transactionId: transaction.id } });
}
