// A product in a row or a list: picture, place, name, next date, price; few elements, because lists have twenty of them: its icons
// are Tabler's as masks of the style sheet.
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { Badge } from '../../ui/pieces.tsx';
import { Picture } from '../page/picture.tsx';
import type { Words } from '../use-words.ts';
import { FromPrice } from './from-price.tsx';

export type CardData = OutputOf<'searchProducts'>['list'][number];

export function ProductCard({
  card,
  words,
  eager = false,
  wide = false,
}: {
  card: CardData;
  words: Words;
  eager?: boolean;
  wide?: boolean;
}) {
  // In a list the card stands right under the page's title, in a row under the row's.
  const Heading = wide ? 'h2' : 'h3';
  const sizes = wide ? '(min-width: 1024px) 280px, (min-width: 640px) 45vw, 92vw' : '(min-width: 1024px) 290px, 70vw';
  return (
    <article className="lift relative flex flex-col overflow-hidden rounded-card border border-line bg-surface hover:shadow-card">
      <Picture picture={card.picture} sizes={sizes} eager={eager} alt="" />
      <div className="flex grow flex-col gap-1.5 p-4">
        <p className="flex items-center gap-1 text-xs text-quiet">
          <i aria-hidden="true" className="icon icon-pin size-4 shrink-0" />
          {card.city} · {words.say(`catalog.subtype.${card.subtype}`)}
        </p>
        <Heading className="line-clamp-2 leading-snug font-semibold">
          <Link to={card.path} className="after:absolute after:inset-0" prefetch="intent">
            {card.name}
          </Link>
        </Heading>
        <p className="flex flex-wrap gap-1.5">
          {card.instant && (
            <Badge tone="brand" icon={<i aria-hidden="true" className="icon icon-bolt size-3.5" />}>
              {words.say('catalog.card.instant')}
            </Badge>
          )}
          {card.freeCancelDays !== null && <Badge tone="good">{words.say('catalog.card.freeCancel')}</Badge>}
        </p>
        <div className="mt-auto flex items-end justify-between gap-2 pt-2">
          <p className="flex items-center gap-1 text-xs text-quiet">
            {card.nextOn && <i aria-hidden="true" className="icon icon-calendar size-4" />}
            {card.nextOn
              ? words.say('catalog.card.next', { date: words.day(card.nextOn, 'short') })
              : words.say(card.onSale ? 'catalog.when.open' : 'catalog.card.soldOut')}
          </p>
          <p className="text-right leading-tight">
            <FromPrice price={words.money(card.from)} stacked className="text-lg whitespace-nowrap" />
          </p>
        </div>
      </div>
    </article>
  );
}

/** A row that scrolls sideways on phones and stands as a grid on wide screens. */
export function CardRow({
  title,
  cards,
  words,
  more,
  eager = false,
}: {
  title: string;
  cards: CardData[];
  words: Words;
  more?: { href: string; label: string };
  eager?: boolean;
}) {
  if (!cards.length) return null;
  return (
    <section className="mt-10">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="text-2xl font-bold">{title}</h2>
        {more && (
          <Link to={more.href} className="font-semibold whitespace-nowrap text-brand hover:underline">
            {more.label}
          </Link>
        )}
      </div>
      <div
        className={
          'no-bar -mx-4 grid auto-cols-[72%] grid-flow-col gap-4 overflow-x-auto px-4 pb-2 ' +
          'sm:auto-cols-[42%] lg:mx-0 lg:grid-flow-row lg:grid-cols-4 lg:px-0'
        }
      >
        {cards.map((card, at) => (
          <ProductCard key={card.id} card={card} words={words} eager={eager && at < 2} />
        ))}
      </div>
    </section>
  );
}
