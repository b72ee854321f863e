// Suppliers as companies (rules §1, §10): who they are, how they are reached, their logins, and the choice in the product editor.
import { currency, day, done, language, money, nothing, orderNo, recordId, session, typedPlain, z } from './call.ts';
import { fieldValues, guests, room } from './order.ts';
import { logEntry, staff } from './staff.ts';

const typed = z.string().max(300);
const page = z.coerce.number().int().min(1).max(1000).default(1);
const size = z.coerce.number().int().min(1).max(50).default(20);

const contact = z.strictObject({
  name: typed,
  email: typedPlain,
  areaCode: z.string().max(10),
  phone: z.string().max(40),
});

const supplierRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The first contact. */
  contactName: z.string(),
  contactEmail: z.string(),
  active: z.boolean(),
  /** Why its system refuses us; '' where it does not. */
  trouble: z.string(),
  logins: z.int(),
  /** Products of which it delivers all or some packages. */
  products: z.int(),
});

const supplierForm = {
  name: typed,
  contacts: z.array(contact).max(10),
  language,
  /** IANA name. */
  zone: z.string().max(60),
  address: z.string().max(600),
  /** Not shown to the supplier. */
  note: z.string().max(4000),
  active: z.boolean(),
  /** Its logins may change the places of its departures. */
  keepsStock: z.boolean(),
  /** Its contacts get a mail for each order that waits for it. */
  getsMails: z.boolean(),
};

const token = z.string().min(20).max(100);

/** A line as its supplier sees it. */
export const suppliedLine = z.object({
  subOrderNo: z.string(),
  status: z.int(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  playOn: day,
  session: z.string(),
  untilOn: day.nullable(),
  guests,
  room,
  validUntil: day.nullable(),
  /** `untilOn` is the last of so many days, not a check-out. */
  byDay: z.boolean(),
  quantity: z.int(),
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
});

/** `travellers`: their names. */
const linkedLine = suppliedLine.extend({ productName: z.string(), travellers: z.array(z.string()) });

/** What the owner owes for it (decision 0310). */
const settlementLine = z.object({
  subOrderNo: z.string(),
  orderNo,
  supplierName: z.string(),
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  /** Of the service; of an open ticket the day it was paid, in the owner's zone. */
  on: day,
  /** The remaining quantity of the line. */
  quantity: z.int(),
  /** Null if no cost was set when it was sold. */
  unitCost: money.nullable(),
  owed: money.nullable(),
  /** The part of it that is for cancelled units, because the owner kept a part of their price (decision 0720). */
  ofCancelled: money.nullable(),
});

/** What the owner paid a supplier (decision 0784). Below zero: the supplier gave it back. */
const supplierPayment = z.object({
  id: z.string(),
  supplierName: z.string(),
  amount: money,
  /** The days of service that it settles. */
  from: day,
  to: day,
  /** Whether all of them are in the span of the answer, so that it counts there. */
  counts: z.boolean(),
  paidOn: day,
  reference: z.string(),
  /** Of staff; '' for a supplier's login. */
  recordedBy: z.string(),
  withdrawn: z.boolean(),
});

/** `returned`: the supplier gave it back or credited it. */
export const supplierPaymentKinds = ['paid', 'returned'] as const;

export const supplierCalls = {
  /** The order behind the link of a mail, as far as its supplier delivers it. Refuses linkExpired. */
  supplyOpened: {
    input: z.strictObject({ token }),
    output: z.object({
      orderNo,
      supplierName: z.string(),
      /** Of the link. */
      until: z.string(),
      /** The product's. */
      zone: z.string(),
      waits: z.boolean(),
      contact: z.object({ name: z.string(), phone: z.string() }),
      /** Journey and pick-up, without addresses for messages. */
      orderFields: fieldValues,
      remark: z.string(),
      lines: z.array(linkedLine),
    }),
  },
  /** Confirms, or rejects with a reason. The link is used up by it. */
  supplyAnswer: {
    input: z.strictObject({
      token,
      confirm: z.boolean(),
      reference: z.string().max(300).default(''),
      why: z.string().max(500).default(''),
    }),
    output: done,
  },
  consoleSuppliers: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      /** `trouble`: its system refuses us. */
      state: z.enum(['active', 'inactive', 'trouble']).optional(),
      page,
      size,
    }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), list: z.array(supplierRow) }),
  },
  consoleSupplier: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      id: z.string(),
      revision: z.int(),
      ...supplierForm,
      staff: z.array(staff),
      /** At most 100, by name. */
      products: z.array(z.object({ id: z.string(), name: z.string() })),
      log: z.array(logEntry),
    }),
  },
  /** Without `id` a new one. Refuses invalidInput by field, changedMeanwhile. */
  consoleSupplierSave: {
    input: z.strictObject({ id: recordId.optional(), revision: z.int().optional(), ...supplierForm }),
    output: z.object({ id: z.string() }),
  },
  /** A login of the supplier; without `accountId` a new one, whose person chooses a password by the link of a mail. */
  consoleSupplierStaffSave: {
    input: z.strictObject({
      id: recordId,
      accountId: recordId.optional(),
      revision: z.int().optional(),
      email: typedPlain,
      name: typed,
      active: z.boolean().default(true),
    }),
    output: z.object({ id: z.string() }),
  },
  /** Mails the link to a new password, also to who has none yet; the password is void, sessions end, the second factor is removed. */
  consoleSupplierStaffReset: {
    input: z.strictObject({ id: recordId, accountId: recordId }),
    output: done,
  },
  /** One month of a package whose places the caller's supplier keeps; days that are over are left out. */
  consolePlaces: {
    input: z.strictObject({
      package: recordId.optional(),
      month: z
        .string()
        .regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/)
        .default(''),
    }),
    output: z.object({
      packages: z.array(z.object({ id: z.string(), name: z.string() })),
      package: z.string(),
      month: z.string(),
      /** `taken`: held and sold. */
      list: z.array(z.object({ on: day, session, capacity: z.int(), taken: z.int() })),
    }),
  },
  consolePlacesSave: {
    input: z.strictObject({
      package: recordId,
      changes: z
        .array(z.strictObject({ on: day, session, was: z.int(), capacity: z.int().min(0).max(99_999) }))
        .min(1)
        .max(400),
    }),
    output: done,
  },
  /** For the product editor. */
  consoleSupplierChoices: {
    input: nothing,
    output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })) }),
  },
  /**
   * Confirmed lines of a span, and cancelled ones of which something is owed. The span is the last whole month unless given; the lines are
   * those of one supplier, of all, or of the caller's own.
   */
  consoleSettlement: {
    input: z.strictObject({
      supplier: recordId.optional(),
      from: day.optional(),
      to: day.optional(),
      page: z.coerce.number().int().min(1).max(1000).default(1),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      from: day,
      to: day,
      /** Empty for a supplier, who has no choice. */
      suppliers: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Over the whole span, for each currency. */
      owed: z.array(money),
      /** Lines without a cost. */
      unknown: z.int(),
      /** For each supplier and currency with a line or a payment: what is owed, what was paid of it, and the rest (decision 0784). */
      balances: z.array(
        z.object({ supplierId: z.string(), supplierName: z.string(), owed: money, paid: money, open: money }),
      ),
      /** Latest first, 200 at most: payments for days of the span, those that do not count in it as well. */
      payments: z.array(supplierPayment),
      /** There are others, which are counted in the sums alone. */
      morePayments: z.boolean(),
      /** Whether the caller records payments. */
      records: z.boolean(),
      /** The owner's. */
      currency,
      list: z.array(settlementLine),
    }),
  },
  /** Refuses invalidInput by field, paymentRecorded where the same payment is there already. */
  consoleSupplierPaymentSave: {
    input: z.strictObject({
      supplier: recordId,
      kind: z.enum(supplierPaymentKinds),
      amountMinor: z.int(),
      currency,
      /** Days of service. */
      from: day,
      to: day,
      paidOn: day,
      reference: typed.default(''),
    }),
    output: z.object({ id: z.string() }),
  },
  /** A wrong entry stays on the list and counts no more. Refuses changedMeanwhile when it was withdrawn already. */
  consoleSupplierPaymentWithdraw: { input: z.strictObject({ id: recordId }), output: done },
};
