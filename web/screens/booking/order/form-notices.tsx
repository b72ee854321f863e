// Notices above the booking form: why it was not sent, new prices, too few places, and values typed on another device.
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import type { Money } from '../../../../domain/money.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { type CallError, foundHere } from '../../../parts/describe-error.ts';
import { PriceChanged } from '../../../parts/payment/pay-problem.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { AccountDraft } from './use-account-draft.ts';
import type { BookingForm } from './use-booking.ts';
import type { Changed } from './use-sending.ts';

/** The places of that day were sold while the form was filled in. */
const lostDay = new Set<number>([refusals.noStock, refusals.dateNotSold]);

/** Problems found here are shown alone; a refusal of the server means that nothing was submitted (§8 failed to submit). */
function Failure({ failure: { code, text }, productPath }: { failure: CallError; productPath: string }) {
  const { say } = useWords();
  if (code === foundHere || code === refusals.priceChanged) return <CallProblem code={code} title={text} />;
  return (
    <CallProblem code={code} title={say('ui.problem.notSubmitted')}>
      {text}
      {lostDay.has(code) && (
        <Link to={productPath} className="flex min-h-11 items-center font-semibold underline">
          {say('order.booking.otherDay')}
        </Link>
      )}
    </CallProblem>
  );
}

type Seen = { seen: Money; total: Money };

/**
 * The total of the page of the product, where this form has another: an offer ended, or the price changed, while that page was open. It
 * is in the browser's history, which a server does not see; the same object stays while nothing changes, as it is brought into view.
 */
function useSeenBefore({ total }: BookingForm): Seen | undefined {
  const { state: seen } = useLocation() as { state: Money | null };
  const [found, setFound] = useState<Seen>();
  const differs = seen && (seen.amountMinor !== total.amountMinor || seen.currency !== total.currency);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every loading makes another object of the same total
  useEffect(() => setFound(differs ? { seen, total } : undefined), [seen, total.amountMinor, total.currency]);
  return found;
}

type NoticesProps = { callError: CallError | undefined; changed: Changed | undefined; form: BookingForm };

export function Notices({ callError, changed, form }: NoticesProps) {
  const { say } = useWords();
  const before = useSeenBefore(form);
  const shown = changed ?? (callError ? undefined : before);
  return (
    <>
      {shown ? (
        <PriceChanged changed={shown} />
      ) : (
        callError && <Failure failure={callError} productPath={form.productPath} />
      )}
      {form.addOnsGone && callError?.code !== refusals.addOnGone && (
        <Notice tone="warn" title={say('refusal.addOnGone')} />
      )}
      {form.needsConfirmation && (
        <Notice tone="warn" title={say('order.booking.beyond')}>
          {say('order.booking.beyondHint')}
        </Notice>
      )}
    </>
  );
}

export function Continued({ draft }: { draft: AccountDraft }) {
  const { say } = useWords();
  return (
    <Notice title={say('order.booking.continued')}>
      <p>{say('order.booking.continuedText')}</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={draft.startEmpty}>
        {say('order.booking.startEmpty')}
      </Button>
    </Notice>
  );
}
