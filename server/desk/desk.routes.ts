// Calls of the operator's day (rules §10): queues, sales, orders.

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { bulkOrders, confirmOne, rejectOne } from './bulk-orders.ts';
import { changeTravellers, checkPickup, mailVoucher } from './change-order.ts';
import { countQueues, showLowStock } from './count-queues.ts';
import { listAllOrders, showChoices, showForStaff, showSupply } from './list-all-orders.ts';
import { showSales } from './list-sales.ts';
import { placeForPartner, showServiceHost } from './place-for-partner.ts';
import { saveDrivers } from './save-drivers.ts';

const calls = {
  consoleQueues: countQueues,
  consoleSales: showSales,
  consoleLowStock: showLowStock,
  consoleOrders: listAllOrders,
  consoleOrderChoices: showChoices,
  consoleOrder: showForStaff,
  consoleSupply: showSupply,
  consoleConfirm: confirmOne,
  consoleReject: rejectOne,
  consoleBulk: bulkOrders,
  consoleTravellers: changeTravellers,
  consoleVoucherMail: mailVoucher,
  consolePickup: checkPickup,
  consoleDriver: saveDrivers,
  consolePlaceHost: showServiceHost,
  consolePlaceFor: placeForPartner,
} satisfies Partial<Handlers>;

export const deskRoom = { calls } satisfies Room;
