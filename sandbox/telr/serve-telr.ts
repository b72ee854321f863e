// A stand-in for Telr with code of its own: orders, the hosted page, refunds, both kinds of notices, control. README.md says what is played
// and what is not. Nothing of the house is imported.
import type { OpenServer } from '../kit/open-server.ts';
import { planFault } from '../kit/plan-faults.ts';
import { readControl } from '../kit/read-control.ts';
import { type Call, type FaultMode, json, serveRoutes, type Told } from '../kit/serve-routes.ts';
import { startTeller } from '../kit/tell-merchant.ts';
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
  const teller = startTeller({ pauseSeconds: pauses ?? retrySeconds, withinMs: 15_000, isOver, log });
  const fake: Fake = { ...account, publicUrl: '', teller, orders: new Map(), faults: [], refundPlans: [] };
  const server = await serveRoutes(
    { port, host, log },
    {
      faults: fake.faults,
      broken: { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Server Error</h1>' },
      control: (call) => answerControl(fake, call, controlToken),
      page: (call) => answerPage(fake, call),
      api: (call) => answerGateway(fake, call),
    },
  );
  fake.publicUrl = (publicUrl ?? server.url).replace(/\/+$/, '');
  return {
    ...server,
    async close() {
      await Promise.all([server.close(), teller.stop()]);
    },
  };
}

type Wish = {
  outcome: Outcome;
  silent: boolean;
  copies: number;
  delaySeconds: number;
  muted: boolean;
  held: boolean;
  plans: Fake['refundPlans'];
  mode: FaultMode;
  path: string;
  times: number;
};

function answerControl(fake: Fake, call: Call, token: string): Told {
  const control = readControl<Wish>(call, token);
  if (!control) return json(401, { error: 'token' });
  const { method, room, id, wish } = control;
  if (room === 'orders') {
    const found = findOrder(fake, id);
    if (!found) return json(404, { error: 'order' });
    const { outcome, ...manner } = wish;
    if (method === 'POST' && outcome) playCustomer(fake, found, outcome, manner);
    return json(200, { order: found, advice: describeSale(fake, found) });
  }
  if (room === 'settings') {
    fake.teller.muted = wish.muted ?? false;
    if (wish.held) fake.teller.hold();
    else fake.teller.release();
  } else if (room === 'refund-plans') fake.refundPlans.push(...(wish.plans ?? []));
  else if (room === 'faults') planFault(fake.faults, wish);
  else if (room !== 'deliveries') return json(404, { error: 'control' });
  return json(200, { deliveries: fake.teller.deliveries });
}
