// Control, for tests and demos: under the secret key like the API, but never faulty.
import { planFault } from '../kit/plan-faults.ts';
import { readControl } from '../kit/read-control.ts';
import type { Call, Reply } from './answer-api.ts';
import { declineCard, expireSession, paySession } from './open-sessions.ts';
import { endRefund } from './refund-charges.ts';
import { invalid, StripeRefusal } from './refuse-call.ts';
import { type Fake, type FaultMode, makeEvent } from './run-fake.ts';
import type { Sender } from './send-events.ts';

type Wish = {
  outcome: string;
  copies: number;
  url: string;
  secret: string;
  mode: FaultMode;
  path: string;
  times: number;
  plans: Fake['refundPlans'];
};

export function answerControl(fake: Fake, sender: Sender, call: Call): Reply {
  const control = readControl<Wish>(call, fake.secretKey);
  if (!control) return answer(401, { error: { message: 'key' } });
  const { method, room, id, wish } = control;
  try {
    if (method === 'GET' && room === 'deliveries') return answer(200, { deliveries: fake.deliveries });
    if (method === 'POST' && room === 'sessions') return answer(200, playCustomer(fake, sender, id, wish));
    if (method === 'POST' && room === 'refunds' && id)
      return answer(200, endRefund(fake, id, wish.outcome === 'fail' ? 'failed' : 'succeeded'));
    if (method === 'POST' && room === 'refund-plans') {
      fake.refundPlans.push(...(wish.plans ?? []));
      return answer(200, { plans: fake.refundPlans });
    }
    if (method === 'POST' && room === 'webhook') {
      fake.endpoint = wish.url && wish.secret ? { url: wish.url, secret: wish.secret } : null;
      return answer(200, { endpoint: fake.endpoint?.url ?? null });
    }
    if (method === 'POST' && room === 'faults') {
      planFault(fake.faults, wish);
      return answer(200, { faults: fake.faults });
    }
    throw invalid('No such control', { status: 404 });
  } catch (error) {
    if (error instanceof StripeRefusal) return answer(error.status, { error: error.body });
    throw error;
  }
}

function playCustomer(fake: Fake, sender: Sender, id: string, { outcome, copies = 1 }: Partial<Wish>): object {
  if (outcome === 'decline') return declineCard(fake, id);
  if (outcome === 'expire') return expireSession(fake, id);
  if (outcome !== 'pay' && outcome !== 'pay-silent') throw invalid('Outcomes: pay, pay-silent, decline, expire');
  const session = paySession(fake, id, { silent: true });
  if (outcome === 'pay') sender.send(makeEvent('checkout.session.completed', session, fake.live), copies);
  return session;
}

const answer = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });
