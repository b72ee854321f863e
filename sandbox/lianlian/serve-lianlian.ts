// A stand-in for both products of LianLian: payments, refunds, the page, notices, control. README.md says what is played and what is not.
// Nothing of the house is imported.
import type { OpenServer } from '../kit/open-server.ts';
import { planFault } from '../kit/plan-faults.ts';
import { readControl } from '../kit/read-control.ts';
import { type Call, type FaultMode, json, serveRoutes, type Told } from '../kit/serve-routes.ts';
import { type Delivery, startTeller } from '../kit/tell-merchant.ts';
import { answerGlobal } from './answer-global.ts';
import { answerWallet, isWalletPath } from './answer-wallet.ts';
import { answerPage, type Outcome, playCustomer } from './play-customer.ts';
import { describe, type Fake, findPayment } from './run-fake.ts';

export type LianLianOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  merchantId: string;
  /** PEM: the merchant's public key, LianLian's private one. */
  merchantKey: string;
  ownKey: string;
  controlToken: string;
  publicUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};
export type LianLianFake = OpenServer;

/** Thirty times, two minutes apart. */
const retrySeconds = Array.from({ length: 30 }, () => 120);

/** Taken by the word of either product. */
function isTaken({ status, text }: Delivery): boolean {
  try {
    const { code, ret_code: walletCode } = JSON.parse(text) as { code?: number; ret_code?: string };
    return status === 200 && (code === 200 || walletCode === '0000');
  } catch {
    return false;
  }
}

export async function serveLianLian(options: LianLianOptions): Promise<LianLianFake> {
  const { controlToken, log = () => undefined, port, host, publicUrl, retrySeconds: pauses, ...account } = options;
  const teller = startTeller({ pauseSeconds: pauses ?? retrySeconds, withinMs: 5000, isOver: isTaken, log });
  const fake: Fake = { ...account, publicUrl: '', teller, payments: new Map(), faults: [], refundPlans: [] };
  const server = await serveRoutes(
    { port, host, log },
    {
      faults: fake.faults,
      broken: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
      control: (call) => answerControl(fake, call, controlToken),
      page: (call) => answerPage(fake, call),
      api: (call) => (isWalletPath(call.path) ? answerWallet : answerGlobal)(fake, call),
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
  plans: Fake['refundPlans'];
  mode: FaultMode;
  path: string;
  times: number;
};

function answerControl(fake: Fake, call: Call, token: string): Told {
  const control = readControl<Wish>(call, token);
  if (!control) return json(401, { error: 'token' });
  const { method, room, id, wish } = control;
  if (room === 'payments') {
    const found = findPayment(fake, id);
    if (!found) return json(404, { error: 'payment' });
    const { outcome, ...manner } = wish;
    if (method === 'POST' && outcome) playCustomer(fake, found, outcome, manner);
    return json(200, { payment: found, notice: describe(fake, found) });
  }
  if (room === 'settings') fake.teller.muted = wish.muted ?? false;
  else if (room === 'refund-plans') fake.refundPlans.push(...(wish.plans ?? []));
  else if (room === 'faults') planFault(fake.faults, wish);
  else if (room !== 'deliveries') return json(404, { error: 'control' });
  return json(200, { deliveries: fake.teller.deliveries });
}
