// A stand-in for ChillPay (Thailand) with code of its own: payments, status, transaction services, the page, background calls, control.
// README.md lists what it plays and what it does not. Nothing of the house is imported.
import { drawCashier, drawMissing } from '../kit/draw-cashier.ts';
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { startRetries } from '../kit/retry-notices.ts';
import { type Call, type Reply, serveFake } from '../kit/serve-fake.ts';
import { answerServices } from './give-back.ts';
import { describeStatus, endPayment, findOrder, openPayment } from './open-payments.ts';
import type { Fake, Keys } from './run-fake.ts';
import { sendNotice } from './send-notices.ts';

/** The manual names no pauses; these are invented. */
const usualPauses = [60, 300, 900, 3600];

export type ChillPayOptions = Keys & {
  /** 0 takes any free port. */
  port: number;
  controlToken: string;
  notifyUrl?: string;
  returnUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};
export type ChillPayFake = OpenServer;

type Wish = {
  outcome: 'pay' | 'pay-silent' | 'decline' | 'cancel' | 'tell';
  copies: number;
  change: object;
} & Partial<Pick<Fake, 'muted' | 'aheadSeconds' | 'noticeValues' | 'notifyUrl' | 'returnUrl' | 'refundPlans'>>;

export async function serveChillPay(options: ChillPayOptions): Promise<ChillPayFake> {
  const { merchantCode, apiKey, md5Secret, log = () => undefined, retrySeconds = usualPauses } = options;
  const fake: Fake = {
    ...{
      keys: { merchantCode, apiKey, md5Secret },
      publicUrl: '',
      notifyUrl: options.notifyUrl ?? '',
      returnUrl: options.returnUrl ?? '',
    },
    ...{
      muted: false,
      aheadSeconds: 0,
      noticeValues: 16,
      transactions: new Map(),
      refundPlans: [],
      deliveries: [],
      log,
    },
    retries: startRetries(retrySeconds),
  };
  const server = await serveFake<Wish>(
    { port: options.port, log },
    {
      controlToken: options.controlToken,
      answer: (call) => answer(fake, call),
      control: (control) => answerControl(fake, control),
      stop: () => fake.retries.stop(),
    },
  );
  fake.publicUrl = server.url;
  return server;
}

function answer(fake: Fake, call: Call): Reply | undefined {
  const form = Object.fromEntries(new URLSearchParams(call.body));
  if (call.method === 'POST' && /^\/api\/v2\/Payment\/?$/.test(call.path)) return openPayment(fake, form);
  if (call.method === 'POST' && /^\/api\/v2\/PaymentStatus\/?$/.test(call.path)) return describeStatus(fake, form);
  if (call.method === 'POST' && call.path.startsWith('/api/v1/')) return answerServices(fake, call);
  const [, orderNo] = /^\/Payment\/(\w+)$/.exec(call.path) ?? [];
  return orderNo ? answerPage(fake, orderNo, call.method, form.outcome) : undefined;
}

const outcomes = { pay: 0, decline: 1, cancel: 2 } as const;

function answerPage(fake: Fake, orderNo: string, method: string, outcome = ''): Reply {
  const transaction = fake.transactions.get(orderNo);
  // The shop names the language of the page.
  const language = transaction?.language === 'TH' ? 'th' : 'en';
  if (!transaction) return drawMissing('ChillPay', language);
  if (method === 'POST' && outcome in outcomes) {
    endPayment(fake, transaction, outcomes[outcome as keyof typeof outcomes]);
    return { status: 303, headers: { location: backOf(fake, transaction) }, body: '' };
  }
  const amount = `${transaction.currency === '764' ? '฿' : transaction.currency} ${(Number(transaction.amount) / 100).toFixed(2)}`;
  const shown = {
    brand: 'ChillPay',
    amount,
    about: `${transaction.description} · ${orderNo}`,
    back: backOf(fake, transaction),
  };
  return drawCashier({ ...shown, state: transaction.status === 9 ? 'open' : 'over' }, language);
}

/** The way back carries no checksum. */
function backOf(fake: Fake, item: { orderNo: string; status: number; id: number }): string {
  const to = new URL(fake.returnUrl || fake.publicUrl);
  const fields = {
    respCode: String(item.status),
    status: item.status === 0 ? 'complete' : 'fail',
    transNo: String(item.id),
    orderNo: item.orderNo,
  };
  for (const [name, value] of Object.entries(fields)) to.searchParams.set(name, value);
  return to.href;
}

/** payments/NUMBER with an outcome plays the customer; `change` bends what the gateway remembers. */
function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'deliveries') return { deliveries: fake.deliveries };
  if (room === 'settings') {
    const { muted, aheadSeconds, noticeValues, notifyUrl, returnUrl, refundPlans } = wish;
    const settings = { muted, aheadSeconds, noticeValues, notifyUrl, returnUrl, refundPlans };
    return (
      Object.assign(fake, Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))) && {}
    );
  }
  if (room !== 'payments') return undefined;
  if (method === 'GET') return { payment: fake.transactions.get(id) ?? null };
  const transaction = findOrder(fake, id);
  Object.assign(transaction, wish.change);
  const { outcome, copies } = wish;
  if (outcome === 'tell') sendNotice(fake, transaction, copies);
  else if (outcome)
    endPayment(fake, transaction, outcomes[outcome === 'pay-silent' ? 'pay' : outcome], outcome === 'pay-silent');
  return { payment: transaction };
}
