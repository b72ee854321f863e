// The facts that a traveller needs first: the next day, how it is confirmed, until when cancelling is free, how long it takes, in which
// languages, and the figures of its kind.
import { IconCheck, IconTicket } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDeadline, policyOf } from '../../../domain/cancellation.ts';
import { openDay } from '../../../domain/dates.ts';
import { describePartPayment } from '../../parts/booking/describe-part-payment.ts';
import { describeFreeCancellation } from '../../parts/booking/describe-refund-rules.ts';
import { describeRoom } from '../../parts/booking/describe-room.ts';
import { useWords } from '../../parts/use-words.ts';
import { useNow } from '../../root-data.ts';
import { termsOf } from './choose-booking.tsx';
import type { Choice, Product } from './use-choice.ts';

type Fact = { icon: ReactNode; text: string; wide?: boolean };

/** An icon of web/style.css, which needs no script. */
const mask = (name: 'bolt' | 'calendar' | 'clock' | 'star' | 'user' | 'world', colour = 'text-brand') => (
  <span className={`icon icon-${name} icon-5 flex ${colour}`} />
);

export function ProductFacts({ product, choice }: { product: Product; choice: Choice }) {
  const facts = [...useFirstFacts(product, choice), ...useFurtherFacts(product)];
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:flex sm:flex-wrap sm:gap-x-6">
      {facts.map(({ icon, text, wide }) => (
        <li
          key={text}
          className={`flex items-center gap-2 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand ${wide ? 'col-span-2' : ''}`}
        >
          {icon}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** How to cancel is that of the chosen package, for the chosen day or the next that is sold. */
function useFree(product: Product, choice: Choice): string | undefined {
  const words = useWords();
  const now = useNow();
  const { chosen, day } = choice;
  const isOpen = chosen ? chosen.openDays !== null : false;
  const free = describeFreeCancellation(words, policyOf(product, chosen?.refundRules ?? null), { isOpen });
  const on = day === openDay ? undefined : (day ?? chosen?.nextOn ?? product.nextOn);
  if (!free || !on) return free;
  const until = formatDeadline(termsOf(product, choice, on, now), words.locale, product.zone, now);
  return until ? `${free} · ${until}` : chosen?.freeLater || free;
}

/** Those that are shown on the first screen of a phone. */
function useFirstFacts(product: Product, choice: Choice): Fact[] {
  const words = useWords();
  const { say } = words;
  const free = useFree(product, choice);
  const nextOn = choice.day ? null : (choice.chosen?.nextOn ?? product.nextOn);
  const spoken = words.intl.formatList(product.spoken);
  const { playTime, stars } = product;
  const facts: (Fact | false)[] = [
    nextOn !== null && {
      icon: mask('calendar'),
      text: say('catalog.card.next', { date: words.day(nextOn, 'short') }),
    },
    {
      icon: mask(product.instant ? 'bolt' : 'user'),
      text: say(product.instant ? 'catalog.product.instant' : 'catalog.product.manual'),
    },
    {
      icon: free ? <IconCheck /> : mask('calendar', 'text-quiet'),
      text: free ?? say('catalog.product.noCancel'),
      wide: true,
    },
    stars !== null && { icon: mask('star'), text: say('catalog.stay.stars', { count: stars }) },
    // A stay is as long as its nights, and a SIM card says its days among its figures.
    product.stockBy !== 'room' &&
      product.stockBy !== 'piece' && {
        icon: mask('clock'),
        text: say(`catalog.unit.${playTime.unit}`, { count: playTime.value }),
      },
    spoken !== '' && { icon: mask('world'), text: spoken },
  ];
  return facts.filter((fact) => fact !== false);
}

function useFurtherFacts(product: Product): Fact[] {
  const words = useWords();
  const { say } = words;
  const [entering, ...figures] = product.keyFacts;
  const { checkIn, checkOut, cutOffHours, minBookerAge } = product;
  const parts = describePartPayment(words, { ...product, currency: product.from.currency });
  return [
    ...[entering ?? []].flat().map((text) => ({ icon: <IconTicket />, text })),
    ...figures.map((text) => ({ icon: <IconCheck />, text })),
    ...describeRoom(words, { beds: '', board: null, checkIn, checkOut }).map((text) => ({ icon: mask('clock'), text })),
    ...(cutOffHours > 0 ? [{ icon: mask('clock'), text: say('catalog.product.cutOff', { hours: cutOffHours }) }] : []),
    ...(minBookerAge ? [{ icon: mask('user'), text: say('catalog.product.minBookerAge', { age: minBookerAge }) }] : []),
    ...(parts ? [{ icon: <IconTicket />, text: parts }] : []),
  ];
}
