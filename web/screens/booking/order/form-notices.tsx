// Notices above the booking form: why it was not sent, new prices, too few places, and values typed on another device.
import { Link } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
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

type NoticesProps = { callError: CallError | undefined; changed: Changed | undefined; form: BookingForm };

export function Notices({ callError, changed, form }: NoticesProps) {
  const { say } = useWords();
  return (
    <>
      {changed ? (
        <PriceChanged changed={changed} />
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
