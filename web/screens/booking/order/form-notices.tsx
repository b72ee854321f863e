// Notices above the booking form: why it was not sent, new prices, too few places, and values typed on another device.
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import type { Money } from '../../../../domain/money.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { foundHere } from '../../../parts/describe-error.ts';
import { PriceChanged } from '../../../parts/payment/pay-problem.tsx';
import { nameSku, useWords, type Words } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { listChanges } from './list-changes.ts';
import { type LostDay, sayDay } from './lost-day.ts';
import type { AccountDraft } from './use-account-draft.ts';
import type { BookingForm } from './use-booking.ts';
import { useProductPage } from './use-product-page.ts';
import type { Changed, SendError } from './use-sending.ts';

/** That day cannot be booked any more: its places were sold, or its time passed, while the form was filled in. */
const lostDay = new Set<number>([refusals.noStock, refusals.dateNotSold, refusals.tooLate]);

/** Problems found here are shown alone; a refusal of the server means that nothing was submitted (§8 failed to submit). */
function Failure({ failure: { code, text, lost, stillSold }, form }: { failure: SendError; form: BookingForm }) {
  const words = useWords();
  const { say } = words;
  const productPage = useProductPage(form.productPath);
  if (code === foundHere || code === refusals.priceChanged) return <CallProblem code={code} title={text} />;
  return (
    <CallProblem code={code} title={say('ui.problem.notSubmitted')}>
      {text}
      {lost && <span className="block font-semibold">{nameLost(lost, form, words)}</span>}
      {(lostDay.has(code) || stillSold) && (
        <Link to={productPage} className="flex min-h-11 items-center font-semibold underline">
          {say(stillSold ? 'order.booking.otherChoice' : 'order.booking.otherDay')}
        </Link>
      )}
      {code === refusals.unpaidFull && (
        <Link
          to={paths.orders({ status: OrderStatus.unpaid })}
          className="flex min-h-11 items-center font-semibold underline"
        >
          {say('site.header.orders')}
        </Link>
      )}
    </CallProblem>
  );
}

/** Which day or night it is about, and of several lines which one: "that day" is any of a stay's nights. */
function nameLost(lost: LostDay, { lines }: BookingForm, words: Words): string {
  const line = lines[lost.line];
  const sku = lines.length > 1 && line ? nameSku(words, line) : '';
  return [sku, sayDay(lost, words)].filter(Boolean).join(' · ');
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

type NoticesProps = { callError: SendError | undefined; changed: Changed | undefined; form: BookingForm };

export function Notices({ callError, changed, form }: NoticesProps) {
  const words = useWords();
  const { say } = words;
  const before = useSeenBefore(form);
  // Beside the refusal of a booking whose new price was accepted, the notice would seem to be what refuses.
  const isOther = callError && callError.code !== refusals.priceChanged && callError.code !== foundHere;
  const shown = isOther ? undefined : (changed ?? (callError ? undefined : before));
  return (
    <>
      {callError && !(shown && callError.code === refusals.priceChanged) && <Failure failure={callError} form={form} />}
      {shown && <PriceChanged changed={shown} lines={changed && listChanges(changed.before, form, words)} />}
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
