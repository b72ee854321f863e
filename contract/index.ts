// Every call of calls.ts with its schemas. A missing or extra entry does not compile.

import { accountCalls } from './account.ts';
import { accountStaffCalls } from './account-staff.ts';
import type { CallSchemas, z } from './call.ts';
import type { CallName } from './calls.ts';
import { catalogCalls } from './catalog.ts';
import { completionCalls } from './completion.ts';
import { deskCalls } from './desk.ts';
import { deskPickupCalls } from './desk-pickups.ts';
import { deskSalesCalls } from './desk-sales.ts';
import { deskSupplyCalls } from './desk-supply.ts';
import { editingCalls } from './editing.ts';
import { editingHiddenCalls } from './editing-hidden.ts';
import { editingPricesCalls } from './editing-prices.ts';
import { exportCalls } from './export.ts';
import { exportPassCalls } from './export-pass.ts';
import { financeCalls } from './finance.ts';
import { freightCalls } from './freight.ts';
import { houseCalls } from './house.ts';
import { inventoryCalls } from './inventory.ts';
import { marketingCalls } from './marketing.ts';
import { marketingCouponsCalls } from './marketing-coupons.ts';
import { marketplaceCalls } from './marketplace.ts';
import { dealCalls } from './marketplace-deals.ts';
import { memberCalls } from './member.ts';
import { mendingCalls } from './mending.ts';
import { mendingAnswersCalls } from './mending-answers.ts';
import { notificationCalls } from './notification.ts';
import { orderCalls } from './order.ts';
import { orderChangesCalls } from './order-changes.ts';
import { orderOwnCalls } from './order-own.ts';
import { partnerCalls } from './partner.ts';
import { partnerDocumentsCalls } from './partner-documents.ts';
import { paymentCalls } from './payment.ts';
import { paymentBalanceCalls } from './payment-balance.ts';
import { paymentChannelsCalls } from './payment-channels.ts';
import { paymentTransferCalls } from './payment-transfer.ts';
import { placesCalls } from './places.ts';
import { placesCitiesCalls } from './places-cities.ts';
import { placesRegionsCalls } from './places-regions.ts';
import { portingCalls } from './porting.ts';
import { privacyCalls } from './privacy.ts';
import { quotationCalls } from './quotation.ts';
import { quotationSavedCalls } from './quotation-saved.ts';
import { resellingCalls } from './reselling.ts';
import { mozioCalls } from './reselling-mozio.ts';
import { reviewCalls } from './review.ts';
import { siteCalls } from './site.ts';
import { siteCompanyCalls } from './site-company.ts';
import { sitePagesCalls } from './site-pages.ts';
import { siteRatesCalls } from './site-rates.ts';
import { siteSettingsCalls } from './site-settings.ts';
import { staffCalls } from './staff.ts';
import { supplierCalls } from './supplier.ts';
import { systemsCalls } from './systems.ts';
import { wechatCalls } from './wechat.ts';
import { wishCalls } from './wish.ts';

export const schemas = {
  ...accountCalls,
  ...accountStaffCalls,
  ...catalogCalls,
  ...completionCalls,
  ...deskCalls,
  ...deskPickupCalls,
  ...deskSalesCalls,
  ...deskSupplyCalls,
  ...editingCalls,
  ...editingHiddenCalls,
  ...editingPricesCalls,
  ...exportCalls,
  ...exportPassCalls,
  ...financeCalls,
  ...freightCalls,
  ...houseCalls,
  ...inventoryCalls,
  ...marketingCalls,
  ...marketingCouponsCalls,
  ...marketplaceCalls,
  ...dealCalls,
  ...memberCalls,
  ...mendingCalls,
  ...mendingAnswersCalls,
  ...notificationCalls,
  ...orderCalls,
  ...orderChangesCalls,
  ...orderOwnCalls,
  ...partnerCalls,
  ...partnerDocumentsCalls,
  ...paymentCalls,
  ...paymentBalanceCalls,
  ...paymentChannelsCalls,
  ...paymentTransferCalls,
  ...placesCalls,
  ...placesCitiesCalls,
  ...placesRegionsCalls,
  ...portingCalls,
  ...privacyCalls,
  ...quotationCalls,
  ...quotationSavedCalls,
  ...reviewCalls,
  ...siteCalls,
  ...siteCompanyCalls,
  ...sitePagesCalls,
  ...siteRatesCalls,
  ...siteSettingsCalls,
  ...staffCalls,
  ...mozioCalls,
  ...resellingCalls,
  ...supplierCalls,
  ...systemsCalls,
  ...wechatCalls,
  ...wishCalls,
} satisfies Record<CallName, CallSchemas>;

type Schemas = typeof schemas;

/** What a caller sends: defaults may be left out. */
export type InputOf<Name extends CallName> = z.input<Schemas[Name]['input']>;
/** What the answer's `data` holds. */
export type OutputOf<Name extends CallName> = z.output<Schemas[Name]['output']>;
/** What a use case receives after parsing. */
export type ParsedInputOf<Name extends CallName> = z.output<Schemas[Name]['input']>;
