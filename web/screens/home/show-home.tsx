// Home (§2): search, announcements, banners, categories, popular, hot, recent, promotions, cities, recently seen.
import {
  IconBallFootball,
  IconBed,
  IconBus,
  IconCar,
  IconMap2,
  IconMasksTheater,
  IconSwimming,
  IconTicket,
  IconToolsKitchen2,
  IconWifi,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { languageTags } from '../../../domain/languages.ts';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { Picture } from '../../parts/page/picture.tsx';
import { StructuredData, type Thing } from '../../parts/page/structured-data.tsx';
import { CardRow } from '../../parts/product/product-card.tsx';
import { SeenRow } from '../../parts/product/seen-row.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import type { Route } from './+types/show-home';
import { AnnouncementLine } from './announcement-line.tsx';
import { BannerCarousel } from './banner-carousel.tsx';
import { chooseForWindow, maxWindowProducts, ShowWindow } from './show-window.tsx';

const mostPopular = 8;
const mostInRow = 4;
const mostKindsInTitle = 3;
/** The number of products loaded for each row: enough to fill it without those of earlier rows. */
const mostAsked = 30;

export async function loader() {
  const [notices, roll, banners, categories, promotions, popular, hot, recent] = await Promise.all([
    load('notifications', { rolls: 'true' }),
    load('rollType', {}),
    load('banners', {}),
    load('categories', {}),
    load('promotions', {}),
    load('searchProducts', { row: 'popular', size: mostAsked }),
    load('searchProducts', { row: 'hot', size: mostAsked }),
    load('searchProducts', { row: 'recent', size: mostAsked }),
  ]);
  // The owner's choice comes first, so that it is complete; other rows are filled with other products.
  const groups = promotions.rows.length;
  const rows = withoutRepeats([
    ...promotions.rows.map(({ products, most }) => ({ list: products, most })),
    { list: promotions.offers, most: promotions.offers.length },
    { list: popular.list, most: maxWindowProducts, choose: chooseForWindow },
    { list: popular.list, most: mostPopular },
    { list: hot.list, most: mostInRow },
    { list: recent.list, most: mostInRow },
  ]);
  const [offers = [], window = [], mostLiked = [], bestSold = [], newest = []] = rows.slice(groups);
  return {
    notices: notices.list.slice(0, 5).map(({ id, title }) => ({ id, title })),
    rollType: roll.rollType,
    banners: banners.list,
    categories,
    offers,
    promotions: promotions.rows.map(({ title }, at) => ({ title, products: rows[at] ?? [] })),
    window,
    popular: mostLiked,
    hot: bestSold,
    recent: newest,
    /** All products on the page. */
    shown: rows.flat().map(({ id }) => id),
  };
}

type Row<Card> = { list: Card[]; most: number; choose?: (list: Card[]) => Card[] };

/** Each product only in the first row that has it: the home page has no space for repetition. */
function withoutRepeats<Card extends { id: string }>(rows: Row<Card>[]): Card[][] {
  const shown = new Set<string>();
  return rows.map(({ list, most, choose = (all) => all }) => {
    const row = choose(list.filter(({ id }) => !shown.has(id))).slice(0, most);
    for (const { id } of row) shown.add(id);
    return row;
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = matches[0]?.loaderData as { site?: { description: string } } | undefined;
  const kinds = loaderData?.categories.categories ?? [];
  return describePage(matches, {
    title: kinds.slice(0, mostKindsInTitle).map(({ label }) => ({ say: label })),
    description: root?.site?.description ?? '',
    path: paths.home(),
    share: 'home',
  });
};

const icons: Record<string, typeof IconTicket> = {
  1: IconMap2,
  2: IconSwimming,
  3: IconTicket,
  4: IconMasksTheater,
  8: IconToolsKitchen2,
  10: IconWifi,
  11: IconCar,
  14: IconBus,
  16: IconBed,
};

/** The seller, and the search (schema.org). */
function useHouseThings(): Thing[] {
  const { site, origin, language } = useRoot();
  if (!site) return [];
  const url = `${origin}${paths.home()}`;
  const { name } = site.owner;
  // 6: by telephone (§3)
  const phone = site.onlineServices.find(({ type }) => type === 6)?.infoList[0]?.info;
  return [
    {
      '@type': 'Organization',
      name: site.title,
      ...(name && name !== site.title ? { legalName: name } : {}),
      url,
      ...(site.ownerPicture ? { logo: `${origin}${site.ownerPicture}` } : {}),
      ...(phone ? { contactPoint: { '@type': 'ContactPoint', telephone: phone } } : {}),
    },
    {
      '@type': 'WebSite',
      name: site.title,
      url,
      inLanguage: languageTags[language],
      potentialAction: {
        '@type': 'SearchAction',
        target: `${origin}${paths.search()}?query={words}`,
        'query-input': 'required name=words',
      },
    },
  ];
}

export default function ShowHome({ loaderData }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { categories, popular, hot, recent, promotions } = loaderData;
  return (
    <>
      <StructuredData things={useHouseThings()} />
      <ShowWindow cards={loaderData.window} />
      <AnnouncementLine notices={loaderData.notices} rollType={loaderData.rollType} />
      <BannerCarousel banners={loaderData.banners} />
      <Categories categories={categories.categories} />
      <CardRow title={say('catalog.home.offers')} cards={loaderData.offers} words={words} />
      <CardRow
        title={say('catalog.home.popular')}
        cards={popular}
        words={words}
        more={{ href: paths.search(), label: say('catalog.home.more') }}
      />
      {promotions.map((row) => (
        <CardRow key={row.title} title={row.title} cards={row.products} words={words} />
      ))}
      <section className="mt-10" hidden={!categories.cities.length}>
        <h2 className="mb-4 text-2xl font-bold">{say('catalog.home.cities')}</h2>
        <div
          className={
            'no-bar -mx-4 grid auto-cols-[44%] grid-flow-col gap-3 overflow-x-auto px-4 sm:auto-cols-[28%] ' +
            'lg:mx-0 lg:grid-flow-row lg:grid-cols-6 lg:px-0'
          }
        >
          {categories.cities.map((city) => (
            <Link
              key={city.key}
              to={paths.search({ city: city.key })}
              className="lift relative overflow-hidden rounded-card"
            >
              <Picture picture={city.picture} sizes="(min-width: 1024px) 180px, 45vw" alt="" />
              <span
                className={
                  'absolute inset-x-0 bottom-0 bg-linear-to-t from-black/75 to-transparent px-3 pt-8 pb-2 ' +
                  'font-semibold text-white'
                }
              >
                {city.label}
              </span>
            </Link>
          ))}
        </div>
      </section>
      <CardRow title={say('catalog.home.hot')} cards={hot} words={words} />
      <CardRow title={say('catalog.home.recent')} cards={recent} words={words} />
      <SeenRow shown={loaderData.shown} />
    </>
  );
}

function Categories({ categories }: { categories: { key: string }[] }) {
  const { say } = useWords();
  return (
    <nav
      aria-label={say('catalog.home.categories')}
      className="mt-6 grid grid-cols-3 gap-2 sm:grid-cols-5 lg:grid-cols-9"
    >
      {categories.map((category) => {
        const Icon = icons[category.key] ?? IconBallFootball;
        return (
          <Link
            key={category.key}
            to={paths.search({ type: category.key })}
            className={
              'lift grid justify-items-center gap-1.5 rounded-card border border-line bg-surface px-2 py-4 ' +
              'text-center text-sm font-medium hover:border-brand'
            }
          >
            <Icon aria-hidden="true" className="size-7 text-brand" stroke={1.6} />
            <span className="leading-tight">{say(`catalog.type.${category.key}`)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
