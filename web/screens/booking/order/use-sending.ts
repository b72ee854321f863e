// Sends the booking form: checks everything, orders once (rules §2), and continues to the payment (§2 confirm).
import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import { type Money, money } from '../../../../domain/money.ts';
import { paths } from '../../../../domain/paths.ts';
import { CallRefused } from '../../../call.ts';
import { freightFor } from '../../../parts/booking/freight-for.ts';
import { type CallError, describeError, foundHere } from '../../../parts/describe-error.ts';
import { sendOnce } from '../../../parts/form/send-once.ts';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { useWords } from '../../../parts/use-words.ts';
import { browserNow } from '../../../ui/browser-now.ts';
import type { Placed } from './find-placed.ts';
import { findLost, type LostDay } from './lost-day.ts';
import { partOf } from './part-of.ts';
import { rememberRecent } from './store-recent.ts';
import { type Booking, type BookingForm, bookingInput, linesOf, type TypedBooking, useBooking } from './use-booking.ts';
import { useEntering } from './use-entering.tsx';
import type { Promo } from './use-promo-code.ts';
import { useSecondBooking } from './waiting-order.tsx';

/** New prices, for the delivery that was chosen at that time; and the form with those before. */
export type Changed = { total: Money; seen: Money; freightMinor: number; before: BookingForm };

/** With the day that was refused; `stillSold`: the package is gone, other ones of its product are not. */
export type SendError = CallError & { lost?: LostDay | undefined; stillSold?: boolean };

/** The form is loaded again: an offer that is over takes nothing off any more, and an extra that is not sold is left out. */
const outdated = new Set<number>([refusals.priceChanged, refusals.addOnGone]);

type Deal = {
  /** Chosen on the product page. */
  direction: string;
  placed: Placed | null;
  agreed: boolean;
  promo: Promo;
  changed: Changed | undefined;
  setChanged(changed: Changed): void;
};

/** Checks everything, orders once, and continues to the payment. The focus moves to the first error. */
export function useSending(form: Booking['form'], { direction, placed, agreed, promo, changed, setChanged }: Deal) {
  const words = useWords();
  const { booking, draft, readNumbers, setTried, setRefused, setNearest, moveTo } = useBooking(form, direction, placed);
  const again = useSecondBooking(placed);
  const [callError, setCallError] = useState<SendError>();
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const entering = useEntering(booking.typed.contact.email);
  const freight = freightFor(form, booking.typed.orderFields);
  const freightMinor = freight?.total.amountMinor ?? 0;
  const accept = changed?.freightMinor === freightMinor;
  const fullMinor = form.total.amountMinor + freightMinor;
  const totalWith = (off: Money | undefined) =>
    changed && accept ? changed.total : money(fullMinor - (off?.amountMinor ?? 0), form.total.currency);
  const total = totalWith(promo.discount);
  const off = promo.discount ? fullMinor - total.amountMinor : 0;
  const errors = booking.tried && !agreed ? { ...booking.errors, agreed: words.say('ui.field.agree') } : booking.errors;
  const refuse = (failure: SendError) =>
    showAndFocus(ref.current, () => {
      setCallError(failure);
      setRefused(failure.fields);
      setTried(true);
      setBusy(false);
    });
  const unsound = { text: words.say('order.booking.checkFields'), fields: {}, code: foundHere };
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { typed, sound } = await readNumbers();
    if (!sound || !agreed) return refuse(unsound);
    setCallError(undefined);
    if (!((await again.ask()) && (await entering.enter()))) return setBusy(false);
    const applied = accept ? undefined : await promo.settle(typed.promoCode);
    if (applied === 'refused') return refuse(unsound);
    const seenTotal = totalWith(applied);
    const input = orderInput(form, typed, { promoCode: typed.promoCode, agreed, seenTotal });
    try {
      // A different input is a different order.
      const made = await sendOnce('createOrder', input, 'order');
      moveTo(made.orderNo, typed);
      comeBackTo(made.orderNo);
      remember(typed, form.cityName);
      const part = partOf(form, seenTotal, browserNow()) !== null || undefined;
      await navigate(paths.payment('pay', made.orderNo, { part }));
    } catch (error) {
      const failure = describeError(error, words);
      const data = error instanceof CallRefused ? error.data : undefined;
      if (outdated.has(failure.code)) await revalidate();
      if (data && failure.code === refusals.priceChanged)
        setChanged({ ...(data as Pick<Changed, 'total' | 'seen'>), freightMinor, before: form });
      if (data && failure.code === refusals.pickupTimeClosed) setNearest((data as { nearest: string[] }).nearest);
      refuse(promo.isRefused(error) ? unsound : { ...failure, lost: findLost(data), stillSold: isStillSold(data) });
    }
  };
  const sums = { busy, freight, total, off };
  return { booking: { ...booking, errors }, draft, entering, again, callError, submit, ref, accept, ...sums };
}

const isStillSold = (data: unknown) => (data as { stillSold?: boolean } | undefined)?.stillSold ?? false;

type Wish = { promoCode: string; agreed: boolean; seenTotal: Money };

function orderInput(form: Booking['form'], typed: TypedBooking, wish: Wish) {
  const { lineReferences, ...filled } = bookingInput(form, typed);
  return {
    ...filled,
    ...wish,
    id: form.productId,
    lines: linesOf(form, lineReferences),
    addOns: form.addOns.map(({ id, quantity }) => ({ id, quantity })),
    agreement: form.agreement ?? undefined,
  };
}

/** From now on the page before the payment is the form of this order: going back finds it as it was. */
function comeBackTo(orderNo: string): void {
  const address = new URL(location.href);
  address.searchParams.set('order', orderNo);
  history.replaceState(history.state, '', address);
}

/** Travellers and the hotel for the next booking on this device. */
function remember({ travellers, orderFields }: TypedBooking, city: string): void {
  for (const person of travellers)
    rememberRecent('persons', person['102'] || person['101'] || person.pinyinName || '', person);
  const hotel = Object.fromEntries(['402', '403', '405'].map((name) => [name, orderFields[name] ?? '']));
  rememberRecent('hotels', orderFields['403'] ?? '', hotel, city);
}
