// The background call: a form to the address of the dashboard, sent again until it is answered by HTTP 200.
import { postNotice } from '../kit/retry-notices.ts';
import { type Fake, nowOf, type Transaction, thaiTime } from './run-fake.ts';
import { noticeOrder, sumOf } from './sign-messages.ts';

const answerWithinMs = 10_000;

export function describeNotice(
  fake: Pick<Fake, 'keys' | 'noticeValues'>,
  transaction: Transaction,
  at: number,
): Record<string, string> {
  const [day = '', time = ''] = thaiTime(at).split(' ');
  const fields: Record<string, string> = {
    ...{
      TransactionId: String(transaction.id),
      Amount: transaction.amount,
      OrderNo: transaction.orderNo,
      CustomerId: transaction.customerId,
      BankCode: 'KBANK',
    },
    ...{ PaymentDate: thaiTime(transaction.paidAt ?? at), PaymentStatus: String(transaction.status), BankRefCode: '' },
    ...{ CurrentDate: day.split('/').reverse().join(''), CurrentTime: time.replaceAll(':', '') },
    ...{
      PaymentDescription: transaction.description,
      CreditCardToken: '',
      Currency: transaction.currency,
      CustomerName: transaction.customer,
    },
  };
  return fake.noticeValues === 14
    ? fields
    : { ...fields, MerchantCode: fake.keys.merchantCode, RouteNo: transaction.routeNo };
}

export function signNotice(fields: Record<string, string>, secret: string): string {
  const sum = sumOf(
    noticeOrder.map((name) => fields[name]),
    secret,
  );
  return new URLSearchParams({ ...fields, CheckSum: sum }).toString();
}

export function sendNotice(fake: Fake, transaction: Transaction, copies = 1): void {
  const { notifyUrl: url, keys } = fake;
  if (fake.muted || !url) return;
  const body = signNotice(describeNotice(fake, transaction, nowOf(fake)), keys.md5Secret);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let copy = 0; copy < copies; copy += 1)
    fake.retries.begin(async (attempt, stopping) => {
      if (fake.muted) return true;
      const { status } = await postNotice({ url, headers, body, withinMs: answerWithinMs }, stopping);
      fake.deliveries.push({
        orderNo: transaction.orderNo,
        status: transaction.status,
        attempt,
        answer: String(status || ''),
      });
      return status === 200;
    });
}
