// Every call of OCTO that this house answers.
import { cancelBooking } from './cancel-booking.ts';
import { showCapabilities } from './capabilities.ts';
import { cancelCart, confirmCart } from './cart/end-cart.ts';
import { changeCart, createCart, prolongCart } from './cart/keep-carts.ts';
import { showCart } from './cart/show-cart.ts';
import { extendBooking, updateBookingByCall } from './change/change-booking.ts';
import { confirmBooking } from './confirm-booking.ts';
import { reserveBooking } from './hold-booking.ts';
import {
  changeSubscription,
  showSubscription,
  showSubscriptions,
  subscribe,
  unsubscribe,
} from './hooks/keep-subscriptions.ts';
import { createWebhook, deleteWebhook, showWebhooks } from './hooks/keep-webhooks.ts';
import { amends, type OctoRoute, reads, readsByPost, removes, writes } from './route.ts';
import { listAvailability, showCalendarOfOption } from './show-availability.ts';
import { findBookings, showBooking } from './show-booking.ts';
import { findShownProduct, listTree, showOctoSupplier } from './show-products.ts';

export const routes: OctoRoute[] = [
  reads('/supplier', 'octoSupplier', 'nothing', showOctoSupplier),
  reads('/capabilities', 'octoCapabilities', 'nothing', showCapabilities),
  reads('/products', 'octoProducts', 'nothing', listTree),
  reads('/products/:id', 'octoProduct', 'product', findShownProduct),
  readsByPost('/availability', 'octoAvailability', 'availability', listAvailability),
  readsByPost('/availability/calendar', 'octoCalendar', 'calendar', showCalendarOfOption),
  reads('/bookings', 'octoBookings', 'bookings', findBookings),
  reads('/bookings/:uuid', 'octoBooking', 'booking', showBooking),
  writes('/bookings', 'octoReserve', 'reserve', reserveBooking),
  writes('/bookings/:uuid/extend', 'octoExtend', 'extend', extendBooking),
  writes('/bookings/:uuid/confirm', 'octoConfirm', 'confirm', confirmBooking),
  amends('/bookings/:uuid', 'octoUpdate', 'update', updateBookingByCall),
  writes('/bookings/:uuid/cancel', 'octoCancel', 'cancel', cancelBooking),
  removes('/bookings/:uuid', 'octoCancel', 'cancel', cancelBooking),
  writes('/notifications/subscriptions', 'octoSubscribe', 'subscribe', subscribe),
  // As the standard itself prints it.
  writes('/notifications/subcriptions', 'octoSubscribe', 'subscribe', subscribe),
  reads('/notifications/subscriptions', 'octoSubscriptions', 'nothing', showSubscriptions),
  reads('/notifications/subscriptions/:id', 'octoSubscription', 'subscription', showSubscription),
  amends('/notifications/subscriptions/:id', 'octoSubscribe', 'changeSubscription', changeSubscription),
  removes('/notifications/subscriptions/:id', 'octoUnsubscribe', 'subscription', unsubscribe),
  // Of the older dialect (decisions 0570, 0571).
  writes('/orders', 'octoCart', 'cartCreate', createCart),
  reads('/orders/:id', 'octoCartShow', 'cart', showCart),
  amends('/orders/:id', 'octoCart', 'cartUpdate', changeCart),
  writes('/orders/:id/extend', 'octoCartExtend', 'cartExtend', prolongCart),
  writes('/orders/:id/confirm', 'octoCartConfirm', 'cartConfirm', confirmCart),
  writes('/orders/:id/cancel', 'octoCartCancel', 'cartCancel', cancelCart),
  removes('/orders/:id', 'octoCartCancel', 'cartCancel', cancelCart),
  reads('/webhooks', 'octoWebhooks', 'nothing', showWebhooks),
  writes('/webhooks', 'octoWebhook', 'webhook', createWebhook),
  removes('/webhooks/:id', 'octoWebhookDelete', 'subscription', deleteWebhook),
];
