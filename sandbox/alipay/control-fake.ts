// Control, for tests and demos: the customer, refunds to come, the clock, silence and faults. Never faulty itself.
import { planFault } from '../kit/plan-faults.ts';
import { type ControlCall, readControl } from '../kit/read-control.ts';
import type { Reply } from './answer-gateway.ts';
import { endTrade, findTrade, openTrade, payTrade } from './open-trades.ts';
import { endRefund } from './refund-trades.ts';
import { AlipayRefusal, failed } from './refuse-call.ts';
import { type Fake, type FaultMode, nowOf, type RefundPlan } from './run-fake.ts';

type Wish = {
  outcome: string;
  plans: RefundPlan[];
  muted: boolean;
  aheadSeconds: number;
  withheld: string[];
  mode: FaultMode;
  method: string;
  times: number;
};

export function answerControl(fake: Fake, call: ControlCall): Reply {
  const control = readControl<Wish>(call, fake.controlToken);
  if (!control) return answer(401, { error: 'token' });
  const { method, room, id, wish } = control;
  try {
    if (room === 'deliveries') return answer(200, { deliveries: fake.deliveries });
    if (room === 'trades' && method === 'GET')
      return answer(200, { wish: fake.wishes.get(id) ?? null, trade: fake.trades.get(id) ?? null });
    if (room === 'trades') return answer(200, { trade: playCustomer(fake, id, wish.outcome ?? '') });
    if (room === 'refunds') return answer(200, { ended: endWaiting(fake, id) });
    if (room === 'settings') return answer(200, change(fake, wish));
    return answer(404, { error: 'no such control' });
  } catch (error) {
    if (error instanceof AlipayRefusal) return answer(409, { error: error.body.sub_code });
    throw error;
  }
}

/** scan: the trade opens · pay, pay-silent (without a notice) · expire · finish: no longer refundable. */
function playCustomer(fake: Fake, outTradeNo: string, outcome: string) {
  if (outcome === 'pay' || outcome === 'pay-silent') return payTrade(fake, outTradeNo, outcome === 'pay-silent');
  const trade = openTrade(fake, outTradeNo);
  if (outcome === 'expire') endTrade(fake, trade);
  else if (outcome === 'finish') {
    findTrade(fake, { out_trade_no: outTradeNo }).status = 'TRADE_FINISHED';
  } else if (outcome !== 'scan') throw failed('INVALID_PARAMETER', outcome);
  return trade;
}

function endWaiting(fake: Fake, requestNo: string): boolean {
  for (const trade of fake.trades.values())
    for (const refund of trade.refunds)
      if (refund.requestNo === requestNo) {
        refund.at = nowOf(fake);
        endRefund(fake, trade, refund);
        return true;
      }
  return false;
}

function change(
  fake: Fake,
  { plans, muted, aheadSeconds, withheld, mode, method = '', times = 1 }: Partial<Wish>,
): object {
  fake.refundPlans.push(...(plans ?? []));
  if (muted !== undefined) fake.muted = muted;
  if (aheadSeconds !== undefined) fake.aheadSeconds = aheadSeconds;
  if (withheld) fake.withheld = withheld;
  if (mode) planFault(fake.faults, { mode, path: method, times });
  return { muted: fake.muted, aheadSeconds: fake.aheadSeconds, faults: fake.faults };
}

const answer = (status: number, body: object): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
