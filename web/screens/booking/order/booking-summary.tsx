// Beside the booking form: the booked items and their price step by step, always visible; and the promo code.
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { addDays, describeWhen } from '../../../../domain/dates.ts';
import { type Money, money, sumShown } from '../../../../domain/money.ts';
import { isEmail } from '../../../../domain/passwords.ts';
import { paths } from '../../../../domain/paths.ts';
import { describeGuests } from '../../../../domain/rooms.ts';
import { TermsText } from '../../../parts/booking/cancel-terms.tsx';
import { describeRoom } from '../../../parts/booking/describe-room.ts';
import type { freightFor } from '../../../parts/booking/freight-for.ts';
import { listTimes } from '../../../parts/order/list-times.ts';
import { PriceLadder } from '../../../parts/order/order-pieces.tsx';
import { Picture } from '../../../parts/page/picture.tsx';
import { nameSku, useWords, type Words } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { LabelledField, TextInput } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import { partOf } from './part-of.ts';
import type { Booking, BookingForm } from './use-booking.ts';
import { useProductPage } from './use-product-page.ts';
import type { Promo } from './use-promo-code.ts';

/** What holds the answer that `answer` stands for: on a phone a new one would be under the bar at the foot. */
function useShown(answer: string) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef(answer);
  useEffect(() => {
    if (answer !== last.current) box.current?.scrollIntoView({ block: 'nearest' });
    last.current = answer;
  }, [answer]);
  return box;
}

type PromoProps = { booking: Booking; promo: Promo; off: number; enter(): Promise<boolean> };

export function PromoCode({ booking, promo, off, enter }: PromoProps) {
  const { say, money: show } = useWords();
  const { typed, change } = booking;
  const { discount, waitingOrder, busy } = promo;
  const asksEmail = promo.asksEmail && !isEmail(typed.contact.email.trim());
  const apply = () => promo.apply(booking, enter);
  const box = useShown([asksEmail, promo.problem, waitingOrder, discount?.amountMinor].join());
  return (
    <div ref={box} className="grid gap-2">
      <LabelledField
        label={say('order.booking.promo')}
        error={asksEmail ? say('order.booking.emailFirst') : promo.problem}
        hint={discount && say('order.booking.promoOff', { amount: show(money(off, discount.currency)) })}
      >
        {(ids) => (
          <div className="flex gap-2">
            <TextInput
              ids={ids}
              maxLength={40}
              autoCapitalize="characters"
              value={typed.promoCode}
              onChange={(event) => {
                const promoCode = event.target.value.toUpperCase();
                change('promoCode', (known) => ({ ...known, promoCode }));
                promo.forget();
              }}
              onKeyDown={(event) => {
                // Enter is about the code, not about the whole form; not while a word is composed.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                void apply();
              }}
            />
            <Button variant="outline" onClick={apply} busy={busy} disabled={!typed.promoCode.trim()}>
              {say('order.booking.apply')}
            </Button>
          </div>
        )}
      </LabelledField>
      {waitingOrder && (
        <LinkButton variant="outline" to={paths.payment('pay', waitingOrder)} className="justify-self-start">
          {say('order.pay')}
        </LinkButton>
      )}
    </div>
  );
}

type Freight = ReturnType<typeof freightFor>;

/** The total of the product page; a discount and delivery are separate amounts. */
function shownTotal({ lines, addOns, shown, total }: BookingForm, off: number, freight: Freight): Money {
  const discount = { unit: money(-off, total.currency), quantity: 1 };
  const delivery = freight ? [{ unit: freight.total, quantity: 1 }] : [];
  return sumShown([...lines, ...addOns, discount, ...delivery], shown.currency, shown.rate);
}

type SummaryProps = { form: BookingForm; off: number; total: Money; freight: Freight; busy: boolean; accept: boolean };

export function BookingSummary({ form, off, total, freight, busy, accept }: SummaryProps) {
  const words = useWords();
  const { say } = words;
  const first = form.lines[0];
  const productPage = useProductPage(form.productPath);
  return (
    <aside aria-label={say('order.booking.summary')} className="lg:sticky lg:top-4">
      <Card className="grid gap-4">
        <div className="flex gap-3">
          <Picture picture={form.picture} sizes="120px" alt="" className="!w-24 shrink-0 self-start rounded-lg" />
          <div className="min-w-0 break-words">
            <Link to={productPage} className="line-clamp-3 font-semibold touch:min-h-11 hover:underline">
              {form.heading ?? form.productName}
            </Link>
            <p className="text-sm text-quiet">{form.packageName}</p>
            {listTimes(form.lines, words).map((time) => (
              <p key={time} className="text-sm">
                {time}
              </p>
            ))}
            {form.room && <p className="text-sm text-quiet">{describeRoom(words, form.room).join(' · ')}</p>}
          </div>
        </div>
        <div aria-live="polite">
          <PriceLadder steps={listSteps(form, off, freight, words)} payable={total} />
        </div>
        <DeliveryDays form={form} freight={freight} />
        <PartLine form={form} total={total} />
        {form.shown.currency !== total.currency && (
          <p className="text-right text-sm text-quiet">≈ {words.money(shownTotal(form, off, freight))}</p>
        )}
        <div className="foot-bar">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm lg:hidden">
            {/* Short days: both ends of a stay are readable beside the total, or above it with large letters. */}
            <span className="min-w-0 break-words text-quiet">
              {first && describeWhen(first, (day) => words.day(day, 'short'), say)}
            </span>
            <strong className="ml-auto text-lg whitespace-nowrap tabular-nums">{words.money(total)}</strong>
          </p>
          <p className="mb-2 text-xs text-quiet lg:text-sm">
            <TermsText terms={form.cancelTerms} zone={form.zone} />
          </p>
          <Button type="submit" variant="book" size="lg" busy={busy} className="w-full">
            {accept ? say('order.booking.accept', { amount: words.money(total) }) : say('order.booking.toPay')}
          </Button>
        </div>
        {form.deposit && <Deposit text={form.deposit} />}
        <p className="text-sm text-quiet">{say('order.booking.held', { minutes: form.payWithinMinutes })}</p>
      </Card>
    </aside>
  );
}

/** How long delivery takes, and whether that may be too long. Tickets of any day have time. */
function DeliveryDays({ form, freight }: { form: BookingForm; freight: Freight }) {
  const { say, day } = useWords();
  const firstDay = form.lines.map(({ playOn }) => playOn).sort()[0];
  if (!freight || !firstDay) return null;
  const { daysFrom: from, daysUntil: until } = freight.zone;
  return (
    <p aria-live="polite" className="text-sm text-quiet">
      {say('freight.days', { from, until })}
      {addDays(form.today, until) > firstDay && (
        <strong className="block text-warn">
          {say('order.booking.arrivesLate', { date: day(firstDay, 'short') })}
        </strong>
      )}
    </p>
  );
}

/** The part that is paid now, and the deadline of the rest. */
function PartLine({ form, total }: { form: BookingForm; total: Money }) {
  const { say, money: show, day } = useWords();
  const part = partOf(form, total, useNow());
  if (!part) return null;
  const rest = total.amountMinor - part.firstMinor;
  const amountOf = (minor: number) => show(money(minor, total.currency));
  return (
    <p className="rounded-lg bg-tint p-3 text-sm">
      <strong className="block">{say('order.part.now', { amount: amountOf(part.firstMinor) })}</strong>
      {say('order.part.later', { amount: amountOf(rest), day: day(part.restOn) })}
    </p>
  );
}

/** The deposit to leave on the spot, in addition to the amount paid here. */
function Deposit({ text }: { text: string }) {
  const { say } = useWords();
  return (
    <p className="text-sm whitespace-pre-line">
      <strong className="block">{say('catalog.product.deposit')}</strong>
      {text}
    </p>
  );
}

/** What a limited offer takes off a line. Agents compare with prices of their own, which the order names. */
function offerOf({ agent }: BookingForm, { retailUnit, quantity, amount }: BookingForm['lines'][number]): number {
  return agent ? 0 : retailUnit.amountMinor * quantity - amount.amountMinor;
}

/** Each room's, where there are several: two rooms for two adults each are not a booking for two. */
function guestsOf({ guests, quantity }: BookingForm['lines'][number], words: Words): string | null {
  const each = guests && describeGuests(words, guests);
  return each && quantity > 1 ? words.say('catalog.stay.eachRoom', { guests: each }) : each;
}

/** The same steps as those of the order that is made of it. */
function listSteps(form: BookingForm, off: number, freight: Freight, words: Words) {
  const { currency } = form.total;
  const offered = form.lines.reduce((sum, line) => sum + offerOf(form, line), 0);
  return [
    ...form.lines.map((line, at) => ({
      key: `${line.skuId} ${at}`,
      label: [`${nameSku(words, line)} ×\u00a0${line.quantity}`, guestsOf(line, words)].filter(Boolean).join(' · '),
      amount: money(line.amount.amountMinor + offerOf(form, line), currency),
    })),
    ...(offered ? [{ key: 'offer', label: words.say('order.ladder.offer'), amount: money(-offered, currency) }] : []),
    ...(off ? [{ key: 'promo', label: words.say('order.ladder.promo'), amount: money(-off, currency) }] : []),
    ...form.addOns.map((addOn) => ({
      key: `extra ${addOn.id}`,
      label: `${addOn.name} ×\u00a0${addOn.quantity}`,
      amount: addOn.amount,
    })),
    ...(freight ? [{ key: 'freight', label: words.say('order.ladder.freight'), amount: freight.total }] : []),
  ];
}
