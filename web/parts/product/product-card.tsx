// A product in a row or a list: picture, place, name, next date, price. Few elements and short names, because lists have twenty of
// them: the style sheet defines their look, icons included.
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { Badge } from '../../ui/pieces.tsx';
import { Picture } from '../page/picture.tsx';
import type { Words } from '../use-words.ts';
import { FromPrice } from './from-price.tsx';
import { Rating } from './rating.tsx';
import { WishHeart } from './wish-heart.tsx';

type FoundProduct = OutputOf<'searchProducts'>['list'][number];
/** What many products do not have: a card without it does not name it. */
type Rare = 'facts' | 'rating' | 'freeCancelDays';
/** `searchedOn`: the only day of a search; it need not be the next one. */
export type CardData = Omit<FoundProduct, 'country' | 'type' | 'popularity' | Rare> &
  Partial<Pick<FoundProduct, Rare>> & { searchedOn?: string };

/** Only what a card shows: a list page carries the data of twenty. */
export function trimCard({ country: _, type: __, popularity: ___, ...all }: FoundProduct): CardData {
  const { facts, rating, freeCancelDays, ...card } = all;
  return {
    ...card,
    ...(facts && { facts }),
    ...(rating && { rating }),
    ...(freeCancelDays !== null && { freeCancelDays }),
  };
}

export function ProductCard({
  card,
  words,
  eager = false,
  wide = false,
  onRemove,
}: {
  card: CardData;
  words: Words;
  eager?: boolean;
  wide?: boolean;
  /** On the wish list: what its heart does. */
  onRemove?(): void;
}) {
  // In a list the card comes directly under the page's title, in a row under the row's title.
  const Heading = wide ? 'h2' : 'h3';
  const sizes = wide ? '(min-width:1024px) 280px,(min-width:640px) 45vw,92vw' : '(min-width:1024px) 290px,70vw';
  return (
    <article className="lift product-card">
      <Picture picture={card.picture} sizes={sizes} eager={eager} alt="" small />
      <div>
        <p className="card-fact icon icon-pin">{`${card.city} · ${words.say(`catalog.subtype.${card.subtype}`)}`}</p>
        <Heading>
          {/* All products have one route: the browser discovers it by the first card. */}
          <Link to={card.path} prefetch="intent" discover={eager ? 'render' : 'none'}>
            {card.heading ?? card.name}
          </Link>
        </Heading>
        {card.facts && <p className="card-fact">{card.facts}</p>}
        <Rating rating={card.rating ?? null} words={words} />
        <p className="card-tags">
          {card.instant && (
            <Badge tone="brand" icon="icon icon-bolt">
              {words.say('catalog.card.instant')}
            </Badge>
          )}
          {card.offer && (
            <Badge tone="warn">
              {words.say('catalog.card.offer', {
                percent: card.offer.percent,
                date: [words.day(card.offer.untilOn, 'short'), card.offer.untilTime].filter(Boolean).join(' '),
              })}
            </Badge>
          )}
          {typeof card.freeCancelDays === 'number' && <Badge tone="good">{words.say('catalog.card.freeCancel')}</Badge>}
        </p>
        <footer>
          <p className={card.nextOn ? 'card-fact icon icon-calendar' : 'card-fact'}>{describeDay(card, words)}</p>
          <p>
            {card.offer && <del>{words.money(card.offer.before)}</del>}
            <FromPrice price={words.money(card.from)} stacked />
          </p>
        </footer>
      </div>
      <WishHeart id={card.id} name={card.name} words={words} onRemove={onRemove} />
    </article>
  );
}

function describeDay({ searchedOn, nextOn, onSale }: CardData, words: Words): string {
  if (searchedOn) return words.day(searchedOn, 'short');
  if (nextOn) return words.say('catalog.card.next', { date: words.day(nextOn, 'short') });
  return words.say(onSale ? 'catalog.when.open' : 'catalog.card.soldOut');
}

/** A row that scrolls sideways on phones and is a grid on wide screens. */
export function CardRow({
  title,
  cards,
  words,
  more,
}: {
  title: string;
  cards: CardData[];
  words: Words;
  more?: { href: string; label: string };
}) {
  if (!cards.length) return null;
  return (
    <section className="mt-10">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="text-2xl font-bold">{title}</h2>
        {more && (
          <Link to={more.href} className="target shrink-0 font-semibold whitespace-nowrap text-brand hover:underline">
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
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} words={words} />
        ))}
      </div>
    </section>
  );
}
