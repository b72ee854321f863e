// Booking, step 1 (§2 booking): contact, the product's fields, recipients of messages, promo code, agreement; the summary stays visible.
import { useState } from 'react';
import { isRouteErrorResponse, Link, redirect, useLocation, useRouteError } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import { paths } from '../../../../domain/paths.ts';
import { signInFor } from '../../../../domain/safe-path.ts';
import { visitor } from '../../../call.ts';
import { load } from '../../../load.ts';
import { BookingSteps } from '../../../parts/booking/booking-steps.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { PageProblem } from '../../../parts/page/page-problem.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/fill-order';
import { Agreement } from './agreement.tsx';
import { ContactFields, OrderFields } from './booking-form.tsx';
import { BookingSummary, PromoCode } from './booking-summary.tsx';
import { findPlaced, isSoldOut, type Placed } from './find-placed.ts';
import { Continued, Notices } from './form-notices.tsx';
import { findLost, sayDay } from './lost-day.ts';
import { NotifyFields } from './notify-fields.tsx';
import { ReferenceFields } from './reference-fields.tsx';
import { TravellerFields } from './traveller-form.tsx';
import type { Booking } from './use-booking.ts';
import { useProductPage } from './use-product-page.ts';
import { usePromoCode } from './use-promo-code.ts';
import { type Changed, useSending } from './use-sending.ts';
import { WaitingOrder } from './waiting-order.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const lines = params.get('lines') ?? '';
  const addOns = params.get('extras') ?? '';
  const direction = params.get('direction') ?? '';
  // A visitor fills in a choice before signing in; without one this is a page that needs a session (§2 booking), and leads to the products.
  if (!lines) throw redirect(visitor().signedIn ? paths.search() : signInFor(visitor().path));
  const placed = await findPlaced(params.get('order') ?? '');
  const form = await load('bookProducts', { lines, addOns }).catch((error: unknown) => {
    // The last places may be those that this order holds.
    if (placed?.waits && isSoldOut(error)) return null;
    throw error;
  });
  return { form, direction, placed };
}

/** Visitors see it too: free places and prices are never cached for others. */
export function headers() {
  return { 'cache-control': 'no-store' };
}

/** A choice that cannot be booked any more leads to the days of its product. */
export function ErrorBoundary() {
  const words = useWords();
  const error = useRouteError();
  const refused = isRouteErrorResponse(error) ? (error.data as Refused | null) : null;
  const lost = findLost(refused?.data);
  const productPage = useProductPage(refused?.data?.productPath ?? '');
  const { productPath, stillSold = false } = refused?.data ?? {};
  const isGone = refused?.code === refusals.productGone;
  const label = words.say(isGone ? 'order.booking.otherChoice' : 'order.booking.otherDay');
  const next = productPath && (!isGone || stillSold) ? { to: productPage, label } : undefined;
  return <PageProblem error={error} heading={lost && sayDay(lost, words)} next={next} />;
}

type Refused = { code?: number; data?: { productPath?: string; stillSold?: boolean } };

export default function FillOrder({ loaderData: { form, direction, placed } }: Route.ComponentProps) {
  if (form) return <FormOfOrder key={placed?.orderNo} {...{ form, direction, placed }} />;
  return placed && <SoldOut orderNo={placed.orderNo} />;
}

/** The order holds the last places: there is nothing to fill in. */
function SoldOut({ orderNo }: { orderNo: string }) {
  return (
    <>
      <Beginning />
      <WaitingOrder orderNo={orderNo} />
    </>
  );
}

function Beginning() {
  const { say } = useWords();
  return (
    <>
      <BookingSteps step={1} />
      <PageHeading className="sr" text={say('order.booking.step1')} />
    </>
  );
}

type FormProps = { form: Booking['form']; direction: string; placed: Placed | null };

function FormOfOrder({ form, direction, placed }: FormProps) {
  const { say } = useWords();
  const [changed, setChanged] = useState<Changed>();
  const [agreed, setAgreed] = useState(false);
  const promo = usePromoCode(form, () => setChanged(undefined));
  const { booking, draft, entering, again, callError, submit, ref, accept, ...sums } = useSending(form, {
    ...{ direction, placed, agreed, promo, changed, setChanged },
  });
  return (
    <>
      {entering.dialog}
      {again.dialog}
      <form ref={ref} onSubmit={submit} noValidate>
        <Beginning />
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
          <div className="grid min-w-0 gap-4">
            {placed?.waits && <WaitingOrder orderNo={placed.orderNo} />}
            {draft.continued && <Continued draft={draft} />}
            <Notices callError={callError} changed={accept ? changed : undefined} form={form} />
            <ContactCard booking={booking} />
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
              <PromoCode booking={booking} promo={promo} off={sums.off} enter={entering.enter} />
            </Card>
            <Agreement booking={booking} agreed={agreed} onAgree={setAgreed} />
          </div>
          <BookingSummary {...{ form, accept, ...sums }} />
        </div>
      </form>
    </>
  );
}

function ContactCard({ booking }: { booking: Booking }) {
  const { say } = useWords();
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-bold">{say('order.booking.contact')}</h2>
        <SignInLine />
      </div>
      <ContactFields booking={booking} />
    </Card>
  );
}

/** For visitors who have an account; the typed values are still there when they come back. */
function SignInLine() {
  const { say } = useWords();
  const { user } = useRoot();
  const { pathname, search } = useLocation();
  if (user) return null;
  return (
    <p className="text-sm text-quiet">
      {say('order.booking.haveAccount')}{' '}
      <Link
        to={paths.login({ go: pathname + search, way: 'member' })}
        className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {say('account.login.go')}
      </Link>
    </p>
  );
}

function Remark({ booking: { typed, errors, change, leave } }: { booking: Booking }) {
  const { say } = useWords();
  return (
    <AreaField
      label={say('order.booking.remark')}
      hint={say('order.booking.remarkHint')}
      error={errors.remark}
      name="remark"
      maxLength={2000}
      value={typed.remark}
      onValue={(remark) => change('remark', (known) => ({ ...known, remark }))}
      onBlur={() => leave('remark')}
    />
  );
}
