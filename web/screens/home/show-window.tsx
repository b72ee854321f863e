// The home page's first screen: the search, and five products of different kinds, the first of them large.
import { Link } from 'react-router';
import { Picture } from '../../parts/page/picture.tsx';
import type { CardData } from '../../parts/product/product-card.tsx';
import { SearchBox } from '../../parts/product/search-box.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';

export const maxWindowProducts = 5;

/** From a list, the first product of each kind and then the rest: five towers sell less than five different ideas. */
export function chooseForWindow<Card extends { id: string; subtype: number }>(list: Card[]): Card[] {
  const kinds = new Map(list.toReversed().map((card) => [card.subtype, card.id]));
  const firsts = list.filter((card) => kinds.get(card.subtype) === card.id);
  return [...firsts, ...list.filter((card) => !firsts.includes(card))].slice(0, maxWindowProducts);
}

export function ShowWindow({ cards }: { cards: CardData[] }) {
  const { say } = useWords();
  const { site } = useRoot();
  return (
    <section className="grid grid-cols-1 gap-5 pt-6 sm:pt-8 lg:grid-cols-[5fr_7fr] lg:items-center lg:gap-10">
      <div className="grid grid-cols-1 gap-4">
        <h1 className="text-3xl leading-tight font-bold sm:text-[44px]">{say('catalog.home.headline')}</h1>
        <p className="text-quiet">{site?.description}</p>
        <SearchBox large />
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
        {cards.map((card, at) => (
          <Tile key={card.id} card={card} size={sizeOf(at, cards.length)} />
        ))}
      </div>
    </section>
  );
}

const shapes = {
  // Beside small tiles it is as high as they are.
  large: 'col-span-2 aspect-2/1 sm:row-span-2 sm:aspect-auto',
  alone: 'col-span-2 aspect-2/1 sm:col-span-4',
  wide: 'col-span-2 aspect-2/1',
  small: 'aspect-4/3 sm:aspect-square',
};

/** A shop with fewer products fills the same space: its last small tile is as wide as two when it has no neighbour. */
function sizeOf(at: number, count: number): keyof typeof shapes {
  if (at === 0) return count === 1 ? 'alone' : 'large';
  return at === count - 1 && at % 2 === 1 ? 'wide' : 'small';
}

const widths = {
  large: '(min-width: 1024px) 340px, (min-width: 640px) 50vw, 94vw',
  alone: '(min-width: 1024px) 680px, 94vw',
  wide: '(min-width: 1024px) 340px, (min-width: 640px) 50vw, 94vw',
  small: '(min-width: 1024px) 170px, 46vw',
};

function Tile({ card, size }: { card: CardData; size: keyof typeof shapes }) {
  const words = useWords();
  const large = size === 'large' || size === 'alone';
  return (
    <Link
      to={card.path}
      prefetch="intent"
      className={`lift relative overflow-hidden rounded-card text-white ${shapes[size]}`}
    >
      <Picture
        picture={card.picture}
        sizes={widths[size]}
        eager={large}
        alt=""
        className="absolute inset-0 size-full"
      />
      <span className="absolute inset-0 grid content-end bg-linear-to-t from-black/90 via-black/50 to-black/5 p-3">
        <span className={`line-clamp-2 leading-snug font-semibold ${large ? 'text-lg' : 'text-sm'}`}>
          {card.heading ?? card.name}
        </span>
        <span className={large ? 'text-base' : 'text-sm'}>
          {words.say('catalog.card.from', { price: words.money(card.from) })}
        </span>
      </span>
    </Link>
  );
}
