// The bar with the total and the button that leads to the booking form.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { describeWhen, openDay } from '../../../domain/dates.ts';
import { paths } from '../../../domain/paths.ts';
import { TermsText } from '../../parts/booking/cancel-terms.tsx';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { useNow } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { termsOf } from './choose-booking.tsx';
import type { Choice, Product } from './use-choice.ts';

const directionOf = ({ direction }: Choice) => (direction ? { direction } : {});

/** The chosen day; before that the way to the calendar, which is below the first screen. */
function ChosenDay({ day, row, until, byDay }: Choice) {
  const { say, day: showDay } = useWords();
  if (!day)
    return (
      <a href="#book" className="text-brand underline">
        {say('catalog.product.pickDate')}
      </a>
    );
  const when = { playOn: day, session: row?.session ?? '', untilOn: until ?? null, validUntil: null, byDay };
  return describeWhen(when, showDay, say);
}

/** The parts of the total: each kind of ticket and extra with its price; in two lines at most on a phone. */
function Parts({ product, choice }: { product: Product; choice: Choice }) {
  const words = useWords();
  const nameOf = ({ skuId, addOnId }: Choice['parts'][number]) => {
    const sku = choice.chosen?.skus.find((item) => item.id === skuId);
    return sku ? nameSku(words, sku) : product.addOns.find((item) => item.id === addOnId)?.name;
  };
  return (
    <ul className="text-xs text-quiet tabular-nums max-lg:line-clamp-2 lg:mt-2 lg:grid lg:gap-1 lg:text-sm">
      {choice.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rooms of a kind may be for other guests
        <li key={at} className="max-lg:inline max-lg:not-first:before:content-['_·_']">
          {words.colon(nameOf(part) ?? '')}
          {part.quantity} ×&nbsp;{words.shown(part.unit, product.shown)}
        </li>
      ))}
    </ul>
  );
}

/** To the question that is open, which on a phone may lie below the calendar; without one of its own, to the first one. */
function leadTo(missing: string): void {
  const part = document.querySelector(`#book [data-asks="${missing}"]`);
  (part ?? document.getElementById('book'))?.scrollIntoView(part ? { block: 'center' } : undefined);
  part?.querySelector<HTMLInputElement>('input:enabled')?.focus({ preventScroll: true });
}

/**
 * The press of the button. Before the days of the address are loaded, as on a slow line, it waits and goes on with their answer, unless
 * something else is chosen meanwhile.
 */
function useBooking(choice: Choice) {
  const navigate = useNavigate();
  const [attempted, setAttempted] = useState(false);
  const [pressed, setPressed] = useState('');
  const what = `${choice.chosen?.id} ${choice.day} ${choice.until}`;
  const waits = pressed === what;
  const book = () => {
    setAttempted(true);
    setPressed(choice.isAwaited ? what : '');
    if (choice.isAwaited) return;
    if (choice.missing) leadTo(choice.missing);
    else
      navigate(paths.booking({ lines: choice.lines, extras: choice.extras, ...directionOf(choice) }), {
        state: choice.total,
      });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press is repeated once, with the choice of that moment
  useEffect(() => {
    if (waits && !choice.isAwaited) book();
    else if (!waits) setPressed('');
  }, [waits, choice.isAwaited]);
  return { book, waits, attempted };
}

/** Total and the only button: a side card on a desktop, a bar at the bottom of a phone. */
export function BookingBar({ product, choice }: { product: Product; choice: Choice }) {
  const words = useWords();
  const { say } = words;
  const now = useNow();
  const { book, waits, attempted } = useBooking(choice);
  const differs = product.shown.currency !== choice.total.currency;
  return (
    <div
      className={
        'foot-bar pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:sticky lg:top-16 lg:rounded-card lg:border ' +
        'lg:p-6 lg:shadow-card'
      }
    >
      <div className="mx-auto grid max-w-6xl grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 lg:grid-cols-1 lg:gap-y-4">
        <div aria-live="polite" className="min-w-0">
          <p className="hidden text-sm text-quiet lg:block">
            <ChosenDay {...choice} />
          </p>
          <p className="text-sm text-quiet">
            {say('catalog.product.total', { count: choice.size })}{' '}
            {choice.before.amountMinor > choice.shownTotal.amountMinor && (
              <del className="whitespace-nowrap tabular-nums">{words.money(choice.before)}</del>
            )}
          </p>
          <p className="truncate text-xl font-bold lg:text-3xl">{words.money(choice.shownTotal)}</p>
          <Parts product={product} choice={choice} />
          {differs && (
            <p className="text-xs text-quiet">{say('catalog.product.order', { amount: words.money(choice.total) })}</p>
          )}
        </div>
        {choice.day && choice.day !== openDay && (
          <p className="text-xs text-quiet max-lg:order-last max-lg:col-span-2 lg:text-sm">
            <TermsText terms={termsOf(product, choice, choice.day, now)} zone={product.zone} />
          </p>
        )}
        <Button
          variant="book"
          size="lg"
          onClick={book}
          busy={waits}
          disabled={!product.onShelf}
          className={`shrink-0 lg:w-full ${product.instant ? 'icon icon-bolt icon-5' : ''}`}
        >
          {say('catalog.product.book')}
        </Button>
      </div>
      {attempted && !waits && choice.missing && (
        <p role="alert" className="mt-2 text-sm text-bad lg:text-center">
          {say(`catalog.product.missing.${choice.missing}`)}
        </p>
      )}
    </div>
  );
}
