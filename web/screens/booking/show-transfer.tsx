// The state of a bank transfer (§2 offlinePayInfo): being checked, settled, not found, or ended.

import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { OfferPassword } from '../../parts/account/offer-password.tsx';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { orderOf } from '../../parts/order/order-of.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { ExchangeLine } from '../../parts/payment/exchange-line.tsx';
import { VoucherList } from '../../parts/payment/pay-vouchers.tsx';
import { WithdrawTopUp } from '../../parts/payment/withdraw-top-up.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-transfer';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../parts/order/order-unseen.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const input = { id: orderOf(params), supplement: params.get('supplement') || undefined };
  return { asked: input, transfer: await load('offlineInfo', input) };
}

const tones: Record<string, Tone> = {
  ...{ open: 'neutral', submitted: 'brand', verified: 'good', refused: 'warn', withdrawn: 'neutral' },
};

/** What happens next; a top-up of the deposit holds no places. */
function keyOf(state: string, topUp: boolean): string {
  if (state === 'submitted') return topUp ? 'payment.transfer.next3TopUp' : 'payment.transfer.next3';
  return `payment.transfer.about.${topUp && state === 'open' ? 'topUpEnded' : state}`;
}

export default function ShowTransfer({ loaderData: { asked: input, transfer } }: Route.ComponentProps) {
  const { colon, say, money, instant } = useWords();
  const { state, open } = transfer;
  const topUp = input.id.startsWith('R');
  const ended = state === 'refused' && !open ? 'open' : state;
  return (
    <div className={`mx-auto grid max-w-3xl gap-4 ${topUp ? 'pt-6' : ''}`}>
      {!topUp && <BookingSteps step={state === 'verified' ? 3 : 2} />}
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <PageHeading text={say('payment.channel.offline')} />
          <Badge tone={tones[state]}>{say(`payment.transfer.state.${state}`)}</Badge>
        </div>
        <p aria-live="polite">{say(open && state === 'open' ? 'payment.transfer.intro' : keyOf(ended, topUp))}</p>
        {state === 'refused' && <p className="break-words">{say('payment.result.why', { reason: transfer.reason })}</p>}
        <p>
          <span className="text-quiet">{colon(say('payment.transfer.amount'))}</span>
          <strong className="tabular-nums">{money(transfer.payable)}</strong>
          <ExchangeLine exchange={transfer.exchange} charged={transfer.payable} />
        </p>
        <p className="text-quiet">
          {topUp ? say('payment.transfer.topUp', { number: input.id }) : say('order.number', { orderNo: input.id })}
        </p>
        {open && transfer.payBy && (
          <p>{say('payment.transfer.heldUntil', { at: instant(transfer.payBy, transfer.zone) })}</p>
        )}
        {transfer.submittedAt && (
          <p className="text-sm text-quiet">
            {say('payment.transfer.sentAt', { at: instant(transfer.submittedAt, transfer.zone) })}
          </p>
        )}
        {transfer.remark && <p className="break-words whitespace-pre-wrap">{transfer.remark}</p>}
        <VoucherList files={transfer.files} />
        <div className="flex flex-wrap gap-3">
          {open && (
            <LinkButton variant="book" to={paths.payment('offlinePay', input.id, { supplement: input.supplement })}>
              {say('payment.transfer.add')}
            </LinkButton>
          )}
          <LinkButton variant="outline" to={topUp ? paths.balance() : paths.order(input.id)}>
            {say(topUp ? 'payment.transfer.toBalance' : 'payment.result.openOrder')}
          </LinkButton>
          {topUp && (open || state === 'submitted') && <WithdrawTopUp rechargeNo={input.id} />}
        </div>
      </Card>
      {state === 'submitted' && <OfferPassword />}
    </div>
  );
}
