// Addresses of the back office's screens, in the order of web/routes.ts, apart from the shop's so that the shop does not carry them.
import { consoleDoors, consoleRoot } from './paths.ts';
import { type Query, withQuery } from './write-address.ts';

export const consolePaths = {
  ...consoleDoors,
  /** Opened by a queue, the page shows that queue's rows. */
  start: (query?: { days?: number; queue?: 'lowStock'; page?: number }) =>
    withQuery(consoleRoot, query) + (query?.queue === 'lowStock' ? '#low-stock' : ''),
  orders: (query?: Query) => withQuery(`${consoleRoot}/orders`, query),
  order: (orderNo: string) => `${consoleRoot}/orders/${orderNo}`,
  cancels: (query?: { result: number; page: number }) => withQuery(`${consoleRoot}/cancels`, query),
  cities: (query?: Query) => withQuery(`${consoleRoot}/cities`, query),
  quotations: (query?: Query) => withQuery(`${consoleRoot}/quotations`, query),
  areas: (query?: { area: string | number } | { saved: string }) => withQuery(`${consoleRoot}/areas`, query),
  promotions: (query?: { tab?: 'banners' }) => withQuery(`${consoleRoot}/promotions`, query),
  announcements: (query?: { page?: number }) => withQuery(`${consoleRoot}/announcements`, query),
  pages: (query?: { page?: number }) => withQuery(`${consoleRoot}/pages`, query),
  partner: (id: string | number) => `${consoleRoot}/partners/${id}`,
  levels: () => `${consoleRoot}/levels`,
  staff: () => `${consoleRoot}/staff`,
  balances: (query?: Query) => withQuery(`${consoleRoot}/balances`, query),
  balance: (partnerId: string | number, query?: Query) => withQuery(`${consoleRoot}/balances/${partnerId}`, query),
  transfers: (query?: { state: string; page?: number }) => withQuery(`${consoleRoot}/transfers`, query),
  payments: (query?: Query) => withQuery(`${consoleRoot}/payments`, query),
  refunds: (query?: { state?: string; page?: number }) => withQuery(`${consoleRoot}/refunds`, query),
  differences: (query?: Query) => withQuery(`${consoleRoot}/differences`, query),
  channels: (query?: { channel: string }) => withQuery(`${consoleRoot}/channels`, query),
  coupons: (query?: Query) => withQuery(`${consoleRoot}/coupons`, query),
  coupon: (code: string, query?: { saved: 1 }) => withQuery(`${consoleRoot}/coupons/${code}`, query),
  newCoupon: () => `${consoleRoot}/coupons/new`,
  rates: () => `${consoleRoot}/rates`,
  log: (query?: Query) => withQuery(`${consoleRoot}/log`, query),
  products: (query?: Query) => withQuery(`${consoleRoot}/products`, query),
  catalogue: (query?: { import: string | number }) => withQuery(`${consoleRoot}/catalogue`, query),
  product: (id: string | number, query?: Query) => withQuery(`${consoleRoot}/products/${id}`, query),
  newProduct: () => `${consoleRoot}/products/new`,
  calendar: (productId: string | number, query?: Query) =>
    withQuery(`${consoleRoot}/products/${productId}/calendar`, query),
  prices: (productId: string | number) => `${consoleRoot}/products/${productId}/prices`,
  agentPrices: (query?: Query) => withQuery(`${consoleRoot}/agent-prices`, query),
  settings: () => `${consoleRoot}/settings`,
  agreements: (query?: { published: string | number }) => withQuery(`${consoleRoot}/agreements`, query),
  security: () => `${consoleRoot}/security`,
  mailTexts: () => `${consoleRoot}/mail-texts`,
  mails: (query?: { page: number }) => withQuery(`${consoleRoot}/mails`, query),
  mail: (id: string | number) => `${consoleRoot}/mails/${id}`,
};
