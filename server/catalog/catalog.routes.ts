// Calls about finding and reading products (§7 product).

import { textIn } from '../../domain/languages.ts';
import { isInMonths, monthIn } from '../../domain/owner-clock.ts';
import { productTypeOrder } from '../../domain/product-types.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { findRates } from '../site/convert-shown.ts';
import { catalogJobs } from './catalog.jobs.ts';
import { listCards, listLiked, listOffered, listPromotions } from './catalog.sql.ts';
import { readCategories } from './find/keep-categories.ts';
import { pricingOf, withOwnPrices } from './pricing.sql.ts';
import { facetOf, searchProducts } from './search-products.ts';
import { answerPictures } from './serve-picture.ts';
import { answerSiteFiles } from './serve-site-files.ts';
import { pictureOf, showCard } from './show-card.ts';
import { showPackageAlone } from './show-package.ts';
import { showProduct } from './show-product.ts';
import { suggestWhileTyping } from './suggest-while-typing.ts';

const mostOffered = 8;
/** A home row that is filled automatically: its size, and how many products are read, since earlier rows may show some of them. */
const mostLiked = 8;
const mostFilled = 24;

const calls = {
  searchProducts,
  productDetail: showProduct,
  packageDetail: showPackageAlone,
  keyQuery: suggestWhileTyping,
  async categories(context) {
    const { owner, language } = context;
    const found = await readCategories(owner, pricingOf(context));
    return {
      categories: productTypeOrder.flatMap((type) => facetOf(found.types, type, language)),
      cities: found.cities.map((city) => {
        const label = textIn(city.names, language);
        return { key: city.key, label, count: city.count, picture: pictureOf(city.scene, city.product, label, 1) };
      }),
    };
  },
  async promotions(context) {
    const { owner, language, now } = context;
    const [list, offered, rates] = await Promise.all([
      listPromotions(owner),
      listOffered(owner, now, mostOffered),
      findRates(context),
    ]);
    const show = async (which: Parameters<typeof listCards>[1]) =>
      (await withOwnPrices(context, await listCards(context, which))).map((card) => showCard(card, context, rates));
    const { month, until } = monthIn(context.site.zone, now);
    if (list.some((row) => row.month_from !== null)) context.holdsUntil?.(until);
    const inSeason = list.filter((row) => isInMonths(month, row.month_from, row.month_to));
    const titled = await Promise.all(
      inSeason.map(async (row) => {
        const fills = row.of_city !== null || row.of_type !== null;
        const more = fills ? await listLiked(owner, pricingOf(context), row, mostFilled) : [];
        const products = await show({ keys: [...new Set([...row.product_keys, ...more])] });
        return { title: textIn(row.titles, language), products, most: fills ? mostLiked : products.length };
      }),
    );
    // Agents whose own price is lower have nothing of it.
    const offers = offered.length ? (await show({ ids: offered })).filter(({ offer }) => offer) : [];
    return { rows: titled.filter((row) => row.products.length), offers };
  },
} satisfies Partial<Handlers>;

export const catalogRoom = {
  calls,
  publicFiles: (house) => ({ ...answerPictures(house), ...answerSiteFiles(house) }),
  jobs: catalogJobs,
} satisfies Room;
