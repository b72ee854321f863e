// Calls about suppliers: as the owner keeps them (rules §10), and their answers by the links of mails.
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerOrder, showLinkedOrder } from './answer-order.ts';
import { resetLogin, saveLogin } from './edit-logins.ts';
import { savePlaces, showPlaces } from './edit-places.ts';
import { listSupplierChoices, listSuppliers, saveSupplier, showSupplier } from './edit-suppliers.ts';
import { recordPayment, withdrawPayment } from './record-payments.ts';
import { showSettlement } from './settle-supplier.ts';

const calls = {
  supplyOpened: showLinkedOrder,
  supplyAnswer: answerOrder,
  consoleSuppliers: listSuppliers,
  consoleSupplier: showSupplier,
  consoleSupplierSave: saveSupplier,
  consoleSupplierStaffSave: saveLogin,
  consoleSupplierStaffReset: resetLogin,
  consolePlaces: showPlaces,
  consolePlacesSave: savePlaces,
  consoleSupplierChoices: listSupplierChoices,
  consoleSettlement: showSettlement,
  consoleSupplierPaymentSave: recordPayment,
  consoleSupplierPaymentWithdraw: withdrawPayment,
} satisfies Partial<Handlers>;

export const supplierRoom = { calls } satisfies Room;
