import type { OutputOf } from '../../../../contract/index.ts';

export type GroupRow = OutputOf<'consolePromotions'>['list'][number];
export type OfferRow = OutputOf<'consoleOffers'>['list'][number];
export type BannerRow = OutputOf<'consoleBanners'>['list'][number];
