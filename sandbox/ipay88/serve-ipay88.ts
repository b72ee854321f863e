// A stand-in for iPay88 (Malaysia) with code of its own: the entry for posted forms, its page, results by browser and server, queries,
// the voiding of cards, control. README.md lists what it plays and what it does not. Nothing of the house is imported.
import { drawCashier, drawMissing, drawReturn } from '../kit/draw-cashier.ts';
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { postNotice, startRetries } from '../kit/retry-notices.ts';
import { type Call, type Reply, serveFake } from '../kit/serve-fake.ts';
import { describeResult, type Fake, type Keys, type Payment } from './run-fake.ts';
import { digits, type Kind, sign } from './sign-messages.ts';

/** How often a result comes again is published nowhere. */
const usualPauses = [60, 300, 900];
const answerWithinMs = 10_000;

export type IPay88Options = Keys & {
  /** 0 takes any free port. */
  port: number;
  controlToken: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};
export type IPay88Fake = OpenServer;

type Outcome = 'pay' | 'pay-silent' | 'decline' | 'cancel' | 'tell';
type Wish = { outcome: Outcome; copies: number; change: Partial<Payment> } & Partial<Pick<Fake, 'muted' | 'voidKind'>>;

export async function serveIPay88(options: IPay88Options): Promise<IPay88Fake> {
  const { merchantCode, merchantKey, log = () => undefined, retrySeconds = usualPauses } = options;
  const fake: Fake = {
    ...{
      keys: { merchantCode, merchantKey },
      muted: false,
      voidKind: 'SHA256',
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
  const path = call.path.toLowerCase();
  const form = Object.fromEntries(new URLSearchParams(call.body));
  if (path === '/epayment/entry.asp') return enter(fake, call, form);
  const [, refNo] = /^\/epayment\/pay\/(\w+)$/.exec(path) ?? [];
  if (refNo) return decide(fake, call, refNo.toUpperCase(), form.outcome);
  if (path === '/epayment/enquiry.asp') return plain(enquire(fake, form));
  if (path.endsWith('/txdetailsinquiry.asmx/txdetailsinquirycardinfo')) return details(fake, form);
  return path.endsWith('/voidfunction.asmx') ? voidPayment(fake, call.body) : undefined;
}

const plain = (body: string): Reply => ({ status: 200, headers: { 'content-type': 'text/html' }, body });

/** Why iPay88 does not begin, in its own words; undefined for a form that it takes. */
function refusalOf({ keys, payments }: Fake, { headers }: Call, form: Record<string, string>): string | undefined {
  const { MerchantCode = '', RefNo = '', Amount = '', Currency = '', SignatureType = '', Signature = '' } = form;
  if (MerchantCode !== keys.merchantCode) return 'Invalid merchant';
  if (!headers.referer) return 'Permission not allow';
  const required = ['ProdDesc', 'UserName', 'UserEmail', 'ResponseURL', 'BackendURL'];
  const longest = {
    RefNo: 20,
    ProdDesc: 100,
    UserName: 100,
    UserEmail: 100,
    UserContact: 20,
    Remark: 100,
    ResponseURL: 200,
    BackendURL: 200,
  };
  const isLong = Object.entries(longest).some(([name, most]) => (form[name] ?? '').length > most);
  if (isLong || !/^\w+$/.test(RefNo) || required.some((name) => !form[name])) return 'Invalid parameters';
  if (!/^\d{1,3}(,\d{3})*\.\d{2}$/.test(Amount) || Number(digits(Amount)) < 1) return 'Invalid parameters';
  if (!['MYR', 'USD'].includes(Currency) || form.Lang !== 'UTF-8') return 'Invalid parameters';
  if (SignatureType !== 'HMACSHA512' && SignatureType !== 'SHA256') return 'Invalid parameters';
  if (Signature !== sign(SignatureType, keys.merchantKey, [MerchantCode, RefNo, digits(Amount), Currency]))
    return 'Signature not match';
  return payments.get(RefNo)?.status ? 'Duplicate reference number' : undefined;
}

function enter(fake: Fake, call: Call, form: Record<string, string>): Reply {
  const language = call.headers['accept-language'];
  const { RefNo: refNo = '', Amount: amount = '', Currency: currency = '', ResponseURL: responseUrl = '' } = form;
  const reason = refusalOf(fake, call, form);
  const kind: Kind = form.SignatureType === 'SHA256' ? 'SHA256' : 'HMACSHA512';
  if (reason) {
    if (!/^https?:\/\//.test(responseUrl)) return plain(reason);
    const refused = { refNo, transId: '', paymentId: '', amount, currency, status: '0', reason, kind, remark: '' };
    return drawReturn('iPay88', language, responseUrl, describeResult(fake.keys, refused));
  }
  const description = form.ProdDesc ?? '';
  const known = fake.payments.get(refNo) ?? open(fake, { refNo, amount, currency, kind });
  Object.assign(known, { description, remark: form.Remark ?? '', responseUrl, backendUrl: form.BackendURL });
  const shown = `${currency === 'MYR' ? 'RM' : currency} ${amount}`;
  const about = `${description} · ${refNo}`;
  return drawCashier({ brand: 'iPay88', amount: shown, about, state: 'open', action: `pay/${refNo}` }, language);
}

function open(fake: Fake, input: Pick<Payment, 'refNo' | 'amount' | 'currency' | 'kind'>): Payment {
  const made: Payment = {
    ...{
      ...input,
      transId: `T${String(100_000_000 + fake.payments.size)}`,
      paymentId: '16',
      description: '',
      remark: input.refNo,
      responseUrl: '',
    },
    ...{ backendUrl: '', status: '', reason: '', voided: false },
  };
  fake.payments.set(input.refNo, made);
  return made;
}

const outcomes: Record<string, [string, string]> = {
  pay: ['1', ''],
  decline: ['0', 'Status not approved'],
  cancel: ['0', 'Customer Cancel Transaction'],
};

function decide(fake: Fake, { headers }: Call, refNo: string, outcome = ''): Reply {
  const language = headers['accept-language'];
  const payment = fake.payments.get(refNo);
  if (!payment) return drawMissing('iPay88', language);
  end(fake, payment, outcome);
  return drawReturn('iPay88', language, payment.responseUrl, describeResult(fake.keys, payment));
}

function end(fake: Fake, payment: Payment, outcome: string, silent = false): void {
  const [status, reason] = outcomes[outcome] ?? [];
  if (payment.status || status === undefined) return;
  Object.assign(payment, { status, reason });
  if (!silent) notifyMerchant(fake, payment);
}

/** Sent again until the answer is RECEIVEOK and nothing else. */
function notifyMerchant(fake: Fake, payment: Payment, copies = 1): void {
  if (fake.muted || !payment.backendUrl) return;
  const body = new URLSearchParams(describeResult(fake.keys, payment)).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let copy = 0; copy < copies; copy += 1)
    fake.retries.begin(async (attempt, stopping) => {
      if (fake.muted) return true;
      const { text } = await postNotice({ url: payment.backendUrl, headers, body, withinMs: answerWithinMs }, stopping);
      fake.deliveries.push({ refNo: payment.refNo, attempt, answer: text });
      return text === 'RECEIVEOK';
    });
}

/** The old question, in plain words. */
function enquire({ keys, payments }: Fake, { MerchantCode, RefNo, Amount }: Record<string, string>): string {
  if (MerchantCode !== keys.merchantCode || !RefNo || !Amount) return 'Invalid parameters';
  const payment = payments.get(RefNo);
  if (!payment?.status) return 'Record not found';
  if (payment.amount !== Amount) return 'Incorrect amount';
  return payment.status === '1' ? '00' : payment.status === '6' ? 'Payment Pending' : 'Payment fail';
}

const clean = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function details(
  { keys, payments }: Fake,
  { MerchantCode, ReferenceNo = '', Amount, Version }: Record<string, string>,
): Reply {
  const payment = MerchantCode === keys.merchantCode && Version ? payments.get(ReferenceNo) : undefined;
  const found = payment?.status && payment.amount === Amount ? payment : undefined;
  const fields = {
    ...{ MerchantCode: found ? keys.merchantCode : '', PaymentId: found?.paymentId ?? '', RefNo: found?.refNo ?? '' },
    ...{
      Amount: found?.amount ?? '',
      Currency: found?.currency ?? '',
      Remark: found?.remark ?? '',
      TransId: found?.transId ?? '',
      AuthCode: '',
    },
    ...{ Status: found?.status ?? '', Errdesc: found?.reason ?? 'Record not found' },
  };
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${clean(value)}</${name}>`);
  const body = `<?xml version="1.0" encoding="utf-8"?>
<TxDetailsInquiryCardInfoResult xmlns="https://www.mobile88.com/epayment/webservice">${inner.join('\n')}</TxDetailsInquiryCardInfoResult>`;
  return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
}

/** Codes besides 00 are invented. */
function voidPayment({ keys, payments, voidKind }: Fake, xml: string): Reply {
  const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  const [code, transId, amount, currency] = ['merchantcode', 'cctransid', 'amount', 'currency'].map(read) as [
    string,
    string,
    string,
    string,
  ];
  const payment = [...payments.values()].find((each) => each.transId === transId);
  const isSigned = read('signature') === sign(voidKind, keys.merchantKey, [code, transId, digits(amount), currency]);
  const isFit = payment?.status === '1' && payment.paymentId === '2' && !payment.voided && payment.amount === amount;
  const result = code !== keys.merchantCode ? '02' : !isSigned ? '03' : isFit ? '00' : '12';
  if (payment && result === '00') payment.voided = true;
  const answer = `<VoidTransactionResult>${result}</VoidTransactionResult>`;
  const inner = `<VoidTransactionResponse xmlns="https://www.mobile88.com">${answer}</VoidTransactionResponse>`;
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${inner}</soap:Body></soap:Envelope>`;
  return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
}

/** payments/NUMBER with a change opens it as if a browser had posted it. */
function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'deliveries') return { deliveries: fake.deliveries };
  if (room === 'settings') {
    const { muted = fake.muted, voidKind = fake.voidKind } = wish;
    return Object.assign(fake, { muted, voidKind }) && {};
  }
  if (room !== 'payments') return undefined;
  const known = fake.payments.get(id);
  if (method === 'GET') return { payment: known ?? null };
  const { amount, currency, kind = 'HMACSHA512' } = wish.change ?? {};
  const payment = known ?? (amount && currency ? open(fake, { refNo: id, amount, currency, kind }) : undefined);
  if (!payment) return undefined;
  Object.assign(payment, wish.change);
  if (wish.outcome === 'tell') notifyMerchant(fake, payment, wish.copies);
  else if (wish.outcome)
    end(fake, payment, wish.outcome === 'pay-silent' ? 'pay' : wish.outcome, wish.outcome === 'pay-silent');
  return { payment };
}
