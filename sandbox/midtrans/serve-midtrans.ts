// A stand-in for Midtrans with code of its own: Snap, the Core API, the hosted page, notices, control. README.md lists what it plays and
// what it does not. Nothing of the portal and nothing of Midtrans' own programs is imported.

import { type Delivery, startNotifier } from '../kit/notify-merchant.ts';
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { serveFake } from '../kit/serve-fake.ts';
import { answerApi } from './answer-api.ts';
import { answerPage, type Outcome, playCustomer } from './play-customer.ts';
import { core, describe, type Fake, findTransaction } from './run-fake.ts';

export type MidtransOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  serverKey: string;
  merchantId: string;
  controlToken: string;
  publicUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};
export type MidtransFake = OpenServer;

/** Five more attempts in six hours; fewer after some answers, none after a redirect. */
const retrySeconds = [120, 600, 1800, 5400, 12_600] as const;
const repeats: Record<number, number> = { 500: 1, 503: 4, 400: 2, 404: 2, 301: 0, 302: 0, 303: 0 };
const isOver = ({ status, attempt }: Delivery) => (status >= 200 && status < 300) || attempt > (repeats[status] ?? 5);

export async function serveMidtrans(options: MidtransOptions): Promise<MidtransFake> {
  const { serverKey, merchantId, controlToken, log = () => undefined } = options;
  const notifier = startNotifier({ pauseSeconds: options.retrySeconds ?? retrySeconds, withinMs: 15_000, isOver, log });
  const fake: Fake = {
    ...{ serverKey, merchantId, publicUrl: '', notifier },
    pages: new Map(),
    transactions: new Map(),
    replies: new Map(),
    refundPlans: [],
  };
  const server = await serveFake<Wish>(
    { port: options.port, host: options.host, log },
    {
      controlToken,
      broken: core('500', 'Sorry. Our system is recovering from unexpected issues. Please retry.', {}, 500),
      control: (control) => answerControl(fake, control),
      page: (call) => answerPage(fake, call),
      answer: (call) => answerApi(fake, call),
      stop: () => notifier.stop(),
    },
  );
  fake.publicUrl = (options.publicUrl ?? server.url).replace(/\/+$/, '');
  return server;
}

type Wish = {
  outcome: Outcome;
  silent: boolean;
  copies: number;
  delaySeconds: number;
  change: Record<string, string>;
  muted: boolean;
  plans: Fake['refundPlans'];
};

function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'orders') {
    const { outcome, ...manner } = wish;
    const found = outcome && method === 'POST' ? playCustomer(fake, id, outcome, manner) : findTransaction(fake, id);
    const pages = [...fake.pages.values()].filter((page) => page.orderId === id).length;
    return { pages, transaction: found ?? null };
  }
  // A notice as Midtrans would write it, with other values; the caller sends it.
  if (room === 'notices') {
    const found = findTransaction(fake, id);
    return found ? describe(fake, found, wish.change) : undefined;
  }
  if (room === 'settings') fake.notifier.muted = wish.muted ?? false;
  else if (room === 'refund-plans') fake.refundPlans.push(...(wish.plans ?? []));
  else if (room !== 'deliveries') return undefined;
  return { deliveries: fake.notifier.deliveries };
}
