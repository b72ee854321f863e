// Booking, step 1 (§2 booking): contact, the product's fields, recipients of messages, promo code, agreement; the summary stays visible.
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import { type Money, money } from '../../../../domain/money.ts';
import { paths } from '../../../../domain/paths.ts';
import { signInFor } from '../../../../domain/safe-path.ts';
import { CallRefused, send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { BookingSteps } from '../../../parts/booking/booking-steps.tsx';

import { freightFor } from '../../../parts/booking/freight-for.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { type CallError, describeError, foundHere } from '../../../parts/describe-error.ts';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { browserNow } from '../../../ui/browser-now.ts';
import { Checkbox, LabelledField, TextArea } from '../../../ui/field.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/fill-order';
import { ContactFields, OrderFields } from './booking-form.tsx';
import { BookingSummary, PromoCode } from './booking-summary.tsx';
import { NotifyFields } from './notify-fields.tsx';
import { partOf } from './part-of.ts';
import { ReferenceFields } from './reference-fields.tsx';
import { rememberRecent } from './store-recent.ts';
import { TravellerFields } from './traveller-form.tsx';
import { type Booking, bookingInput, linesOf, type TypedBooking, useBooking } from './use-booking.ts';
import { useEntering } from './use-entering.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const lines = params.get('lines') ?? '';
  const addOns = params.get('extras') ?? '';
  const direction = params.get('direction') ?? '';
  const form = await load('bookProducts', { lines, addOns });
  return { form, direction };
}

/** Visitors see it too: what is left and what it costs is never kept for others. */
export function headers() {
  return { 'cache-control': 'no-store' };
}

/** New figures, for the delivery that was chosen then. */
type Changed = { total: Money; seen: Money; freightMinor: number };

export default function FillOrder({ loaderData: { form, direction } }: Route.ComponentProps) {
  const { say } = useWords();
  const [discount, setDiscount] = useState<Money>();
  const [changed, setChanged] = useState<Changed>();
  const [agreed, setAgreed] = useState(false);
  const off = discount?.amountMinor ?? 0;
  const { booking, entering, callError, busy, submit, ref, freight, total, accept } = useSending(form, {
    ...{ direction, agreed, off, changed, setChanged },
  });
  return (
    <>
      {entering.dialog}
      <form ref={ref} onSubmit={submit} noValidate>
        <BookingSteps step={1} />
        <PageTitle text={say('order.booking.step1')} />
        <h1 className="sr">{say('order.booking.step1')}</h1>
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
          <div className="grid min-w-0 gap-4">
            <Notices callError={callError} changed={accept ? changed : undefined} beyond={form.needsConfirmation} />
            <Card>
              <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="text-lg font-bold">{say('order.booking.contact')}</h2>
                <SignInLine />
              </div>
              <ContactFields booking={booking} />
            </Card>
            {form.orderFields.length > 0 && (
              <Card>
                <h2 className="mb-4 text-lg font-bold">{say('order.booking.details')}</h2>
                <OrderFields booking={booking} />
              </Card>
            )}
            {form.travellerCount > 0 && (
              <Card>
                <h2 className="mb-4 text-lg font-bold">{say('order.booking.travellers')}</h2>
                <TravellerFields booking={booking} />
              </Card>
            )}
            <NotifyFields booking={booking} />
            <Card className="grid gap-4">
              <Remark booking={booking} />
              {form.agent && <ReferenceFields booking={booking} />}
              <PromoCode
                booking={booking}
                enter={entering.enter}
                discount={discount}
                onDiscount={(next) => {
                  setDiscount(next);
                  setChanged(undefined);
                }}
              />
            </Card>
            <Agreement booking={booking} agreed={agreed} onAgree={setAgreed} />
          </div>
          <BookingSummary {...{ form, off, total, freight, busy, accept }} />
        </div>
      </form>
    </>
  );
}

/** For visitors who have an account; what was typed is there when they come back. */
function SignInLine() {
  const { say } = useWords();
  const { user } = useRoot();
  const { pathname, search } = useLocation();
  if (user) return null;
  return (
    <p className="text-sm text-quiet">
      {say('order.booking.haveAccount')}{' '}
      <Link
        to={signInFor(pathname + search)}
        className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {say('account.login.go')}
      </Link>
    </p>
  );
}

type Deal = {
  /** Chosen on the product page. */
  direction: string;
  agreed: boolean;
  off: number;
  changed: Changed | undefined;
  setChanged(changed: Changed): void;
};

/** Judges everything, orders once, and goes on to paying. Focus goes to the first error. */
function useSending(form: Booking['form'], { direction, agreed, off, changed, setChanged }: Deal) {
  const words = useWords();
  const { say } = words;
  const { booking, readNumbers, setTried, setRefused, setNearest, forget } = useBooking(form, direction);
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const entering = useEntering(booking.typed.contact.email);
  const freight = freightFor(form, booking.typed.orderFields);
  const freightMinor = freight?.total.amountMinor ?? 0;
  const accept = changed?.freightMinor === freightMinor;
  const total =
    changed && accept ? changed.total : money(form.total.amountMinor - off + freightMinor, form.total.currency);
  const errors = booking.tried && !agreed ? { ...booking.errors, agreed: say('ui.field.agree') } : booking.errors;
  const refuse = (failure: CallError) =>
    showAndFocus(ref.current, () => {
      setCallError(failure);
      setRefused(failure.fields);
      setTried(true);
      setBusy(false);
    });
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { typed, sound } = await readNumbers();
    if (!sound || !agreed) return refuse({ text: say('order.booking.checkFields'), fields: {}, code: foundHere });
    if (!(await entering.enter())) return setBusy(false);
    const { lineReferences, ...filled } = bookingInput(form, typed);
    const input = {
      ...filled,
      promoCode: off || accept ? typed.promoCode : '',
      id: form.productId,
      lines: linesOf(form, lineReferences),
      addOns: form.addOns.map(({ id, quantity }) => ({ id, quantity })),
      agreed,
      agreement: form.agreement ?? undefined,
      seenTotal: total,
    };
    // Another content is another wish: the key belongs to exactly this input until it is answered.
    const name = `order ${JSON.stringify(input)}`;
    try {
      const placed = await send('createOrder', input, { idempotencyKey: heldKey(name) });
      dropKey(name);
      forget();
      remember(typed);
      await navigate(paths.payment('pay', placed.orderNo, { part: partOf(form, total, browserNow()) !== null }));
    } catch (error) {
      if (error instanceof CallRefused) dropKey(name);
      const failure = describeError(error, words);
      if (failure.code === 200203 && error instanceof CallRefused)
        setChanged({ ...(error.data as Omit<Changed, 'freightMinor'>), freightMinor });
      if (failure.code === refusals.pickupTimeClosed && error instanceof CallRefused)
        setNearest((error.data as { nearest: string[] }).nearest);
      refuse(failure);
    }
  };
  return { booking: { ...booking, errors }, entering, callError, busy, submit, ref, freight, total, accept };
}

/** Travellers and the hotel for the next booking on this device. */
function remember({ travellers, orderFields }: TypedBooking): void {
  for (const person of travellers)
    rememberRecent('persons', person['102'] || person['101'] || person.pinyinName || '', person);
  const hotel = Object.fromEntries(['402', '403', '405'].map((name) => [name, orderFields[name] ?? '']));
  rememberRecent('hotels', orderFields['403'] ?? '', hotel);
}

/** What was found here stands alone; what the server refused was not submitted (§8 failed to submit). */
function Failure({ code, text }: CallError) {
  const { say } = useWords();
  if (code === foundHere || code === refusals.priceChanged) return <CallProblem code={code} title={text} />;
  return (
    <CallProblem code={code} title={say('ui.problem.notSubmitted')}>
      {text}
    </CallProblem>
  );
}

type NoticesProps = { callError: CallError | undefined; changed: Changed | undefined; beyond: boolean };

function Notices({ callError, changed, beyond }: NoticesProps) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      {callError && <Failure {...callError} />}
      {changed && (
        <Notice tone="warn" title={say('order.booking.priceChanged')}>
          {say('order.booking.priceWas', { old: words.money(changed.seen), now: words.money(changed.total) })}
        </Notice>
      )}
      {beyond && (
        <Notice tone="warn" title={say('order.booking.beyond')}>
          {say('order.booking.beyondHint')}
        </Notice>
      )}
    </>
  );
}

function Remark({ booking: { typed, errors, change, leave } }: { booking: Booking }) {
  const { say } = useWords();
  return (
    <LabelledField label={say('order.booking.remark')} hint={say('order.booking.remarkHint')} error={errors.remark}>
      {(ids) => (
        <TextArea
          ids={ids}
          name="remark"
          maxLength={2000}
          value={typed.remark}
          onChange={(event) => {
            const remark = event.target.value;
            change('remark', (known) => ({ ...known, remark }));
          }}
          onBlur={() => leave('remark')}
        />
      )}
    </LabelledField>
  );
}

type AgreementProps = { booking: Booking; agreed: boolean; onAgree(agreed: boolean): void };

function Agreement({ booking: { form, errors }, agreed, onAgree }: AgreementProps) {
  const { say } = useWords();
  const age = form.minBookerAge;
  return (
    <Card>
      <Checkbox
        name="agreed"
        checked={agreed}
        onChange={(event) => onAgree(event.target.checked)}
        error={agreed ? undefined : errors.agreed}
        label={age ? say('order.booking.agreeOfAge', { age }) : say('order.booking.agree')}
      />
      <Link
        to={paths.agreement(form.agreement ?? 'booking')}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center pl-8 text-brand underline"
      >
        {say('order.booking.readAgreement')}
      </Link>
      <p className="mt-1 text-sm text-quiet">
        {say(form.instant ? 'catalog.policy.instant' : 'catalog.policy.manual')}
      </p>
    </Card>
  );
}
