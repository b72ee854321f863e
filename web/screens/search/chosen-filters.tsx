// All filters of a search as chips; each links to the same search without it. Days recognised in the query are a chip, too.
import { Link } from 'react-router';
import { exponentOf } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import { useWords, type Words } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import type { SearchData } from './search-data.ts';
import { useAddress } from './use-address.ts';

type Address = ReturnType<typeof useAddress>;
type Chip = { label: string; href: string };

const chipLook =
  'icon icon-x inline-flex min-h-9 touch:min-h-11 items-center flex-row-reverse gap-1.5 rounded-full bg-tint px-3 ' +
  'text-sm font-medium text-brand hover:line-through';

export function ChosenFilters({ data }: { data: SearchData }) {
  const words = useWords();
  const { currency } = useRoot();
  const address = useAddress();
  const chips = [
    ...listWords(data, words, address),
    ...listDays(data, words, address),
    ...listPrices(data, words, address, (units) => words.money(money(units * 10 ** exponentOf(currency), currency))),
    ...listRest(data, words, address),
  ];
  if (!chips.length) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={words.say('catalog.search.chosen')}>
      {chips.map((chip) => (
        <li key={chip.label}>
          <Link
            to={chip.href}
            aria-label={words.say('catalog.search.remove', { filter: chip.label })}
            className={chipLook}
          >
            {chip.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function listWords({ input, found, above }: SearchData, { say }: Words, address: Address): Chip[] {
  const { dates } = found;
  const typed = dates ? dates.rest : input.query;
  return [
    // Without the query its recognised days stay.
    ...(typed
      ? [
          {
            label: say('catalog.search.words', { query: typed }),
            href: address({ query: undefined, ...(dates && { from: dates.from, to: dates.to }) }),
          },
        ]
      : []),
    ...(input.type === undefined
      ? []
      : [{ label: say(`catalog.type.${input.type}`), href: address({ type: undefined, subtype: undefined }) }]),
    ...(input.subtype === undefined
      ? []
      : [{ label: say(`catalog.subtype.${input.subtype}`), href: address({ subtype: undefined }) }]),
    ...(input.country === undefined
      ? []
      : [{ label: above?.country?.label ?? input.country, href: address({ country: undefined }) }]),
    ...(input.city === undefined
      ? []
      : [
          {
            label: found.cities.find((city) => city.key === input.city)?.label ?? input.city,
            href: address({ city: undefined }),
          },
        ]),
  ];
}

function listDays({ input, found: { dates } }: SearchData, { day }: Words, address: Address): Chip[] {
  const show = (from: string, to: string | undefined) =>
    !to || to === from ? day(from, 'short') : `${day(from, 'short')} – ${day(to, 'short')}`;
  if (dates) return [{ label: show(dates.from, dates.to), href: address({ query: dates.rest || undefined }) }];
  const from = input.from ?? input.to;
  return from ? [{ label: show(from, input.to), href: address({ from: undefined, to: undefined }) }] : [];
}

function listPrices({ input }: SearchData, _: Words, address: Address, show: (units: number) => string): Chip[] {
  const { priceFrom: from, priceTo: to } = input;
  if (from === undefined && to === undefined) return [];
  const both = from !== undefined && to !== undefined;
  const label = both ? `${show(from)} – ${show(to)}` : from === undefined ? `≤ ${show(to ?? 0)}` : `≥ ${show(from)}`;
  return [{ label, href: address({ priceFrom: undefined, priceTo: undefined }) }];
}

function listRest({ input }: SearchData, { say, locale, language }: Words, address: Address): Chip[] {
  const here = { lat: undefined, lng: undefined, kilometres: undefined, sort: undefined };
  const kilometres = input.kilometres;
  return [
    ...(input.length
      ? [{ label: say(`catalog.search.length.${input.length}`), href: address({ length: undefined }) }]
      : []),
    ...(input.time ? [{ label: say(`catalog.search.time.${input.time}`), href: address({ time: undefined }) }] : []),
    ...(input.instant ? [{ label: say('catalog.card.instant'), href: address({ instant: undefined }) }] : []),
    ...(input.freeCancel ? [{ label: say('catalog.card.freeCancel'), href: address({ freeCancel: undefined }) }] : []),
    ...(input.spoken ? [{ label: nameLanguage(input.spoken, language), href: address({ spoken: undefined }) }] : []),
    ...(input.rating
      ? [{ label: say('catalog.search.stars', { count: input.rating }), href: address({ rating: undefined }) }]
      : []),
    ...(input.lat === undefined
      ? []
      : [
          {
            label: kilometres
              ? say('catalog.search.within', { distance: showDistance(kilometres * 1000, locale) })
              : say('catalog.search.nearYou'),
            href: address(here),
          },
        ]),
  ];
}

/** "850 m", "3.2 km", in the reader's number format. */
export function showDistance(metres: number, locale: string): string {
  const isNear = metres < 1000;
  const unit = isNear ? 'meter' : 'kilometer';
  const value = isNear ? Math.round(metres / 10) * 10 : metres / 1000;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(
    value,
  );
}
