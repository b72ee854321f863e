// A stand-in for both products of LianLian: payments, refunds, the page, notices, control. README.md lists what it plays and what it does
// not. Nothing of the portal is imported.

import { type Delivery, startNotifier } from '../kit/notify-merchant.ts';
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { serveFake } from '../kit/serve-fake.ts';
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

/** The word by which a merchant of either product accepts a notice. */
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
  const notifier = startNotifier({ pauseSeconds: pauses ?? retrySeconds, withinMs: 5000, isOver: isTaken, log });
  const fake: Fake = { ...account, publicUrl: '', notifier, payments: new Map(), refundPlans: [] };
  const server = await serveFake<Wish>(
    { port, host, log },
    {
      controlToken,
      broken: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
      control: (control) => answerControl(fake, control),
      page: (call) => answerPage(fake, call),
      answer: (call) => (isWalletPath(call.path) ? answerWallet : answerGlobal)(fake, call),
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
  plans: Fake['refundPlans'];
};

function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'payments') {
    const found = findPayment(fake, id);
    if (!found) return undefined;
    const { outcome, ...manner } = wish;
    if (method === 'POST' && outcome) playCustomer(fake, found, outcome, manner);
    return { payment: found, notice: describe(fake, found) };
  }
  if (room === 'settings') fake.notifier.muted = wish.muted ?? false;
  else if (room === 'refund-plans') fake.refundPlans.push(...(wish.plans ?? []));
  else if (room !== 'deliveries') return undefined;
  return { deliveries: fake.notifier.deliveries };
}
