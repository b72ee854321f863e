// Calls of the operator's day (rules §10): queues, sales, orders.

import { orderFileRules } from '../../domain/order-files.ts';
import type { Handlers } from '../platform/bind.ts';
import { bytesOf, sendFile } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { Room } from '../platform/room.ts';
import { askToCancel, changeReference } from './act-as-supplier.ts';
import { bulkOrders, confirmOne, rejectOne } from './bulk-orders.ts';
import { changeTravellers, mailVoucher } from './change-order.ts';
import { countQueues, showLowStock } from './count-queues.ts';
import { decidePickup } from './decide-pickup.ts';
import { listAllOrders, showChoices, showForStaff, showSupply } from './list-all-orders.ts';
import { listGuests } from './list-guests.ts';
import { showSales } from './list-sales.ts';
import { placeForPartner, showServiceHost } from './place-for-partner.ts';
import { saveDrivers } from './save-drivers.ts';
import { dropOrderFile, readOrderFile, storeOrderFile } from './store-files.ts';

const calls = {
  consoleQueues: countQueues,
  consoleSales: showSales,
  consoleLowStock: showLowStock,
  consoleOrders: listAllOrders,
  consoleOrderChoices: showChoices,
  consoleOrder: showForStaff,
  consoleGuests: listGuests,
  consoleSupply: showSupply,
  consoleSupplyCancel: askToCancel,
  consoleReference: changeReference,
  consoleOrderFileDelete: dropOrderFile,
  consoleConfirm: confirmOne,
  consoleReject: rejectOne,
  consoleBulk: bulkOrders,
  consoleTravellers: changeTravellers,
  consoleVoucherMail: mailVoucher,
  consolePickup: decidePickup,
  consoleDriver: saveDrivers,
  consolePlaceHost: showServiceHost,
  consolePlaceFor: placeForPartner,
} satisfies Partial<Handlers>;

const files = {
  consoleOrderFile: answerFile,
  consoleOrderFileUpload: {
    answer: takeFile,
    takes: 'bytes',
    mostBytes: orderFileRules.mostBytes + 1,
    tooLarge: 'orderFileRefused',
  },
} satisfies Room['files'];

async function takeFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const { name, travellers } = request.query as { name?: unknown; travellers?: unknown };
  const file = { fileName: typeof name === 'string' ? name : '', forTravellers: travellers === '1' };
  return reply.send({ code: 200, msg: '', data: await storeOrderFile(context, id, bytesOf(request), file) });
}

async function answerFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id, fileId } = request.params as { id: string; fileId: string };
  const file = await readOrderFile(context, id, fileId);
  return sendFile(reply.header('x-content-type-options', 'nosniff'), file.name, file.type, file.bytes);
}

export const deskRoom = { calls, files } satisfies Room;
