// Calls about booking and the buyer's orders (§7 order).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { calculateRefund, showRequests, showRules } from './cancel-order.ts';
import { applyForPartner, decideCancel, listCancels, quoteForPartner } from './decide-cancel.ts';
import { showDraft, storeDraft } from './draft/store-draft.ts';
import { answerRemark, readRemarks, readRemarksOfOrder, writeRemark } from './exchange-remarks.ts';
import { limitVisibility } from './limit-visibility.ts';
import {
  addFilter,
  forgetFilter,
  listOwnOrders,
  listTestOrders,
  showCreators,
  showFilters,
} from './list-own-orders.ts';
import { orderJobs } from './order.jobs.ts';
import { moveRest } from './part/move-rest.ts';
import { placeOrder } from './place-order.ts';
import { prepareBooking } from './prepare-booking.ts';
import { showJourney } from './show-journey.ts';
import { showOrder } from './show-order.ts';
import { addSupplement } from './supplement/add-supplement.ts';

const calls = {
  bookProducts: prepareBooking,
  bookingDraft: showDraft,
  bookingDraftKeep: storeDraft,
  createOrder: placeOrder,
  orderDetail: (context, { id }) => showOrder(context, id, limitVisibility(context), 'buyer'),
  calculateRefund,
  cancelRules: showRules,
  cancelRequests: showRequests,
  consoleCancels: listCancels,
  consoleCancelApply: applyForPartner,
  consoleCancelQuote: quoteForPartner,
  consoleCancelDecide: decideCancel,
  consoleSupplementAdd: addSupplement,
  consoleRestMove: moveRest,
  orderList: listOwnOrders,
  testOrders: listTestOrders,
  creaters: showCreators,
  savedFilters: showFilters,
  saveFilter: addFilter,
  deleteFilter: forgetFilter,
  remark: writeRemark,
  remarks: readRemarks,
  consoleRemark: answerRemark,
  consoleRemarks: readRemarksOfOrder,
  journey: (context, input) => showJourney(context, input),
  journeyOf: (context, input) => showJourney(context, input),
} satisfies Partial<Handlers>;

export const orderRoom = {
  calls,
  jobs: orderJobs,
} satisfies Room;
