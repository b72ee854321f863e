// A stand-in for GB Prime Pay (Thailand) with code of its own: PromptPay codes, the payment query, unsigned notices, control.
// README.md lists what it plays and what it does not. Nothing of the portal is imported.
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { postNotice, startRetries } from '../kit/retry-notices.ts';
import { type Call, json, type Reply, serveFake } from '../kit/serve-fake.ts';
import { codeText, type Fake, type Keys, type Payment } from './run-fake.ts';

/** How often and when notices come again is published nowhere. */
const usualPauses = [60, 300, 900];
const answerWithinMs = 10_000;

export type GbPayOptions = Keys & {
  /** 0 takes any free port. */
  port: number;
  controlToken: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};
export type GbPayFake = OpenServer;

type Wish = { outcome: 'pay' | 'pay-silent' | 'tell'; copies: number; change: Partial<Payment> } & Partial<
  Pick<Fake, 'muted' | 'noticeAs' | 'lateSeconds'>
>;

export async function serveGbPay(options: GbPayOptions): Promise<GbPayFake> {
  const { token, secretKey, log = () => undefined, retrySeconds = usualPauses } = options;
  const fake: Fake = {
    ...{
      keys: { token, secretKey },
      muted: false,
      noticeAs: 'json',
      lateSeconds: 0,
      payments: new Map(),
      deliveries: [],
      log,
    },
    retries: startRetries(retrySeconds),
  };
  return serveFake<Wish>(
    { port: options.port, log },
    {
      controlToken: options.controlToken,
      answer: (call) => answer(fake, call),
      control: (control) => answerControl(fake, control),
      stop: () => fake.retries.stop(),
    },
  );
}

function answer(fake: Fake, call: Call): Reply | undefined {
  if (call.method !== 'POST') return undefined;
  if (call.path === '/v3/qrcode/text') return makeCode(fake, Object.fromEntries(new URLSearchParams(call.body)));
  if (call.path === '/v1/check_status_txn') return answerStatus(fake, call);
  return undefined;
}

/** An error is HTTP 200 too. */
const refused = (resultCode: string, resultMessage: string) => json(200, { resultCode, resultMessage });

/** The same number gets the same code again. */
function makeCode(fake: Fake, fields: Record<string, string>): Reply {
  const { token, referenceNo = '', amount = '', backgroundUrl = '', detail = '' } = fields;
  if (token !== fake.keys.token) return refused('02', 'Invalid token');
  if (!/^[0-9A-Za-z]{1,15}$/.test(referenceNo)) return refused('02', 'Invalid referenceNo');
  if (!/^\d{1,9}\.\d{2}$/.test(amount) || Number(amount) <= 0) return refused('02', 'Invalid amount');
  const known = fake.payments.get(referenceNo);
  if (known && known.amount !== amount) return refused('02', 'Duplicate referenceNo');
  const made: Payment = known ?? {
    ...{ reference: referenceNo, number: `gbp${100_000 + fake.payments.size}`, amount, currencyCode: '764', detail },
    ...{ notifyUrl: backgroundUrl, qr: codeText(referenceNo, amount), status: '', paidAt: null },
  };
  fake.payments.set(referenceNo, made);
  return json(200, {
    referenceNo,
    qrcode: made.qr,
    gbpReferenceNo: made.number,
    resultCode: '00',
    resultMessage: 'Success',
  });
}

function answerStatus(fake: Fake, { headers, body }: Call): Reply {
  const basic = `Basic ${Buffer.from(`${fake.keys.secretKey}:`).toString('base64')}`;
  if (headers.authorization !== basic) return { status: 401, body: 'Unauthorized' };
  const { referenceNo } = JSON.parse(body || '{}') as { referenceNo?: string };
  const payment = fake.payments.get(referenceNo ?? '');
  const isShown = payment?.status && (payment.paidAt ?? 0) + fake.lateSeconds * 1000 <= Date.now();
  if (!payment || !isShown) return refused('90', 'Incomplete');
  const txn = {
    ...{
      amount: payment.amount,
      referenceNo: payment.reference,
      gbpReferenceNo: payment.number,
      detail: payment.detail,
      status: payment.status,
    },
    ...{ paymentType: 'Q', currencyCode: payment.currencyCode },
  };
  return json(200, { resultCode: '00', txn });
}

export function describeNotice(
  payment: Payment,
  as: Fake['noticeAs'],
): { raw: string; headers: Record<string, string> } {
  const fields = {
    ...{
      amount: payment.amount,
      referenceNo: payment.reference,
      gbpReferenceNo: payment.number,
      currencyCode: payment.currencyCode,
    },
    ...{
      resultCode: '00',
      resultMessage: 'Success',
      totalAmount: payment.amount,
      fee: '0.00',
      vat: '0.00',
      thbAmount: payment.amount,
    },
    ...{ date: '22112026', time: '101112', paymentType: 'Q', detail: payment.detail },
  };
  if (as === 'json') return { raw: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
  return {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

function notifyMerchant(fake: Fake, payment: Payment, copies = 1): void {
  if (fake.muted || !payment.notifyUrl) return;
  const { raw, headers } = describeNotice(payment, fake.noticeAs);
  for (let copy = 0; copy < copies; copy += 1)
    fake.retries.begin(async (attempt, stopping) => {
      if (fake.muted) return true;
      const post = { url: payment.notifyUrl, headers, body: raw, withinMs: answerWithinMs };
      const { status } = await postNotice(post, stopping);
      fake.deliveries.push({ reference: payment.reference, attempt, answer: String(status || '') });
      // It is known to come again on 5xx; other answers end it.
      return status > 0 && status < 500;
    });
}

function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'deliveries') return { deliveries: fake.deliveries };
  if (room === 'settings') {
    const { muted = fake.muted, noticeAs = fake.noticeAs, lateSeconds = fake.lateSeconds } = wish;
    return Object.assign(fake, { muted, noticeAs, lateSeconds }) && {};
  }
  const payment = fake.payments.get(id);
  if (room !== 'payments' || (!payment && method !== 'GET')) return undefined;
  if (!payment || method === 'GET') return { payment: payment ?? null };
  Object.assign(payment, wish.change);
  if (wish.outcome === 'pay' || wish.outcome === 'pay-silent')
    Object.assign(payment, { status: 'S', paidAt: Date.now() });
  if (wish.outcome === 'pay' || wish.outcome === 'tell') notifyMerchant(fake, payment, wish.copies);
  return { payment: payment };
}
