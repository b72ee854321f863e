// Calls about the home page's promotions and banners, and about promo codes (§7 marketing).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { checkCoupon } from './judge-coupon.ts';
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
  checkCoupon,
} satisfies Partial<Handlers>;

export const marketingRoom = { calls } satisfies Room;
