// A stand-in for Telr with code of its own: orders, the hosted page, refunds, both kinds of notices, control. README.md lists what it
// plays and what it does not. Nothing of the portal is imported.

import { startNotifier } from '../kit/notify-merchant.ts';
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { serveFake } from '../kit/serve-fake.ts';
import { answerGateway } from './answer-gateway.ts';
import { answerPage, type Outcome, playCustomer } from './play-customer.ts';
import { describeSale, type Fake, findOrder } from './run-fake.ts';

export type TelrOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  storeId: string;
  authKey: string;
  remoteKey: string;
  adviceSecret: string;
  adviceUrl: string;
  controlToken: string;
  publicUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};
export type TelrFake = OpenServer;

/** Telr publishes no schedule; this one is ours. */
const retrySeconds = [10, 60, 300, 900] as const;

export async function serveTelr(options: TelrOptions): Promise<TelrFake> {
  const { controlToken, log = () => undefined, port, host, publicUrl, retrySeconds: pauses, ...account } = options;
  const isOver = ({ status }: { status: number }) => status === 200;
  const notifier = startNotifier({ pauseSeconds: pauses ?? retrySeconds, withinMs: 15_000, isOver, log });
  const fake: Fake = { ...account, publicUrl: '', notifier, orders: new Map(), refundPlans: [] };
  const server = await serveFake<Wish>(
    { port, host, log },
    {
      controlToken,
      broken: { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Server Error</h1>' },
      control: (control) => answerControl(fake, control),
      page: (call) => answerPage(fake, call),
      answer: (call) => answerGateway(fake, call),
      stop: () => notifier.stop(),
    },
  );
  fake.publicUrl = (publicUrl ?? server.url).replace(/\/+$/, '');
  return server;
}

type Wish = {
  outcome: Outcome;
  silent: boolean;
  copies: number;
  delaySeconds: number;
  muted: boolean;
  held: boolean;
  plans: Fake['refundPlans'];
};

function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'orders') {
    const found = findOrder(fake, id);
    if (!found) return undefined;
    const { outcome, ...manner } = wish;
    if (method === 'POST' && outcome) playCustomer(fake, found, outcome, manner);
    return { order: found, advice: describeSale(fake, found) };
  }
  if (room === 'settings') {
    fake.notifier.muted = wish.muted ?? false;
    if (wish.held) fake.notifier.hold();
    else fake.notifier.release();
  } else if (room === 'refund-plans') fake.refundPlans.push(...(wish.plans ?? []));
  else if (room !== 'deliveries') return undefined;
  return { deliveries: fake.notifier.deliveries };
}
