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
          <Tile key={card.id} card={card} large={at === 0} />
        ))}
      </div>
    </section>
  );
}

const largeShape = 'col-span-2 aspect-2/1 sm:row-span-2 sm:aspect-auto';
const smallShape = 'aspect-4/3 sm:aspect-square';

function Tile({ card, large }: { card: CardData; large: boolean }) {
  const words = useWords();
  const sizes = large ? '(min-width: 1024px) 340px, (min-width: 640px) 50vw, 94vw' : '(min-width: 1024px) 170px, 46vw';
  return (
    <Link
      to={card.path}
      prefetch="intent"
      className={`lift relative overflow-hidden rounded-card text-white ${large ? largeShape : smallShape}`}
    >
      <Picture picture={card.picture} sizes={sizes} eager={large} alt="" className="absolute inset-0 size-full" />
      <span className="absolute inset-0 grid content-end bg-linear-to-t from-black/90 via-black/50 to-black/5 p-3">
        <span className={`line-clamp-2 leading-snug font-semibold ${large ? 'text-lg' : 'text-sm'}`}>{card.name}</span>
        <span className={large ? 'text-base' : 'text-sm'}>
          {words.say('catalog.card.from', { price: words.money(card.from) })}
        </span>
      </span>
    </Link>
  );
}
