// Calls about finding and reading products (§7 product).
import { textIn } from '../../domain/languages.ts';
import { productTypeOrder } from '../../domain/product-types.ts';
import type { Handlers } from '../platform/bind.ts';
import { findRates } from '../site/convert-shown.ts';
import { listCards, listCategories, listPromotions, suggestRows } from './catalog.sql.ts';
import { searchProducts } from './search-products.ts';
import { withOwnPrices } from './pricing.sql.ts';
import { pathOf, pictureOf, showCard } from './show-card.ts';
import { showProduct } from './show-product.ts';
import { writeQuery } from './write-query.ts';

export const catalogHandlers = {
  searchProducts,
  productDetail: showProduct,
  async keyQuery({ db, site, language }, { query }) {
    const written = await writeQuery(db, site.ownerId, query);
    if (written === null || written === 'none') return { products: [], cities: [] };
    const list = await suggestRows(db, site.ownerId, language, written);
    const cities = new Map(list.map((row) => [row.city, textIn(row.city_names, language)]));
    return {
      products: list.map((row) => ({
        id: String(row.product_id),
        name: row.name,
        path: pathOf(row),
        city: textIn(row.city_names, language),
      })),
      cities: [...cities].slice(0, 3).map(([key, name]) => ({ key, name })),
    };
  },
  async categories({ db, site, language }) {
    const row = await listCategories(db, site.ownerId);
    return {
      categories: productTypeOrder.flatMap((type) => {
        const hit = row?.types.find((one) => one.key === type);
        return hit ? [{ key: String(type), label: `type.${type}`, count: hit.count }] : [];
      }),
      cities: (row?.cities ?? []).map((city) => {
        const label = textIn(city.names, language);
        return { key: city.key, label, count: city.count, picture: pictureOf(city.scene, city.product, label, 1) };
      }),
    };
  },
  async promotions(context) {
    const { db, site, language } = context;
    const [list, rates] = await Promise.all([listPromotions(db, site.ownerId), findRates(db, site)]);
    const titled = await Promise.all(
      list.map(async (row) => ({
        title: textIn(row.titles, language),
        products: (
          await withOwnPrices(context, db, await listCards(db, site.ownerId, language, { keys: row.product_keys }))
        ).map((one) =>
          showCard(one, context, rates),
        ),
      })),
    );
    return { rows: titled.filter((row) => row.products.length) };
  },
} satisfies Partial<Handlers>;
