// Calls about the home page's promotions and banners, and about promo codes (§7 marketing).

import { NotHere } from '../../domain/errors.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { judgeCoupon } from './judge-coupon.ts';
import { listAllBanners, listBanners, removeBanner, saveBanner, saveRollType, showRollType } from './save-banners.ts';
import { couponCalls } from './save-coupons.ts';
import { offerCalls } from './save-offers.ts';
import { listPromotionGroups, removePromotion, savePromotion } from './save-promotions.ts';

const calls = {
  ...couponCalls,
  ...offerCalls,
  banners: listBanners,
  rollType: showRollType,
  consolePromotions: listPromotionGroups,
  consolePromotionSave: savePromotion,
  consolePromotionDelete: removePromotion,
  consoleBanners: listAllBanners,
  consoleBannerSave: saveBanner,
  consoleBannerDelete: removeBanner,
  consoleRollType: saveRollType,
  async checkCoupon(context, { code, productId, amount }) {
    if (!/^\d{1,18}$/.test(productId)) throw new NotHere();
    return { discount: await judgeCoupon(context, code, productId, amount) };
  },
} satisfies Partial<Handlers>;

export const marketingRoom = { calls } satisfies Room;
