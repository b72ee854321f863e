// Quotations that an agent saves, sends to a customer and books (§2 onlinequotation): the agent's calls, the customer's by the token of
// the link, and the list of the back office. What the customer's calls answer has no price but the customer's.
import { quotationStatuses } from '../domain/quotation-status.ts';
import {
  currency,
  day,
  dayOrNone,
  language,
  money,
  nothing,
  orderNo,
  pictureShape as picture,
  recordId,
  session,
  typedSession,
  z,
} from './call.ts';
import { chosenAddOns, roomGuests } from './inventory.ts';
import { fieldValues, guests, orderCalls } from './order.ts';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const status = z.enum(quotationStatuses);
export const quotetoken = z.string().min(1).max(100);

/** A line as the agent types it; texts that are no amount or percent are refused by field. Without a product: free text. */
const typedLine = z.strictObject({
  productId: z.union([z.literal(''), recordId]).default(''),
  packageId: z.union([z.literal(''), recordId]).default(''),
  skuId: z.union([z.literal(''), recordId]).default(''),
  playOn: dayOrNone,
  session: typedSession,
  untilOn: dayOrNone,
  quantity: z.number().default(1),
  /** In each room, where the package asks; null: the guests of the price. Rooms with other guests are another line. */
  guests: roomGuests.nullable().default(null),
  addOns: chosenAddOns,
  dayOn: dayOrNone,
  percent: z.string().max(20).default(''),
  title: z.string().max(120).default(''),
  text: z.string().max(2000).default(''),
  /** Free text only, in the customer's currency. */
  price: z.string().max(30).default(''),
});

const typedQuotation = z.strictObject({
  customerName: z.string().max(80).default(''),
  customerEmail: z.string().max(200).default(''),
  language,
  currency,
  title: z.string().max(120).default(''),
  greeting: z.string().max(2000).default(''),
  terms: z.string().max(4000).default(''),
  validUntil: day,
  percent: z.string().max(20).default('0'),
  /** Instead of a mark-up: what the customer is to pay for everything. '' for none. */
  target: z.string().max(30).default(''),
  lines: z.array(typedLine).max(50).default([]),
});

/** A line as the customer reads it. */
const customerLine = z.object({
  position: z.int(),
  name: z.string(),
  packageName: z.string(),
  unitName: z.string(),
  text: z.string(),
  playOn: day.nullable(),
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  byDay: z.boolean(),
  quantity: z.int(),
  guests,
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
  picture: picture.nullable(),
  amount: money,
});

export const customerQuotation = z.object({
  number: z.string(),
  version: z.int(),
  status,
  customerName: z.string(),
  language,
  title: z.string(),
  greeting: z.string(),
  terms: z.string(),
  sentOn: day,
  validUntil: day,
  agent: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  /** The itinerary; lines without a day come last, under null. */
  days: z.array(z.object({ on: day.nullable(), lines: z.array(customerLine) })),
  total: money,
  /** Of some line delivery is added when it is booked, by its address. */
  freightLater: z.boolean(),
  /** Whether the customer may accept it now. */
  open: z.boolean(),
});

const agentLine = typedLine.extend({
  name: z.string(),
  /** Package, nights or days, units with guests and extras, as they were when it was priced, in the reader's language. */
  details: z.string(),
  /** '' or why it cannot be sold as asked, in the reader's language. */
  problem: z.string(),
  amount: money.nullable(),
  net: money.nullable(),
  retail: money.nullable(),
});

const history = z.object({
  at: z.string(),
  version: z.int(),
  action: z.string(),
  actor: z.string(),
  actorName: z.string(),
  text: z.string(),
});

const agentQuotation = typedQuotation.extend({
  id: z.string(),
  number: z.string(),
  status,
  version: z.int(),
  revision: z.int(),
  lines: z.array(agentLine),
  /** In the customer's currency; null while a line has no price. */
  total: money.nullable(),
  net: money.nullable(),
  margin: money.nullable(),
  zone: z.string(),
  history: z.array(history),
  orderNos: z.array(z.string()),
  acceptedBy: z.string(),
  /** Places held for it: until when, how many, and what the level of the partner allows of all its quotations together; 0: nothing. */
  hold: z.object({
    until: z.string().nullable(),
    taken: z.int(),
    places: z.int(),
    hours: z.int(),
    /** Whether places may be held for it at all now. */
    open: z.boolean(),
  }),
  /** Names of domain/quotation-status.ts. */
  actions: z.array(z.string()),
  /** The version as text for messengers, in the customer's language; '' while a line has no price. */
  message: z.string(),
});

/** `net`, also of each line: what products cost the agent; null while one of them has no price. */
const staffQuotation = agentQuotation
  .pick({ id: true, number: true, status: true, version: true, revision: true, title: true, customerName: true })
  .extend(
    agentQuotation.pick({ validUntil: true, zone: true, history: true, orderNos: true, acceptedBy: true, hold: true })
      .shape,
  )
  .extend({
    net: money.nullable(),
    lines: z.array(
      agentLine.pick({ name: true, details: true, playOn: true, dayOn: true, session: true, quantity: true }).extend({
        problem: z.string(),
        net: money.nullable(),
      }),
    ),
  });

const listed = z.object({
  id: z.string(),
  number: z.string(),
  status,
  version: z.int(),
  customerName: z.string(),
  title: z.string(),
  total: money.nullable(),
  validUntil: day,
  lines: z.int(),
  madeBy: z.string(),
  changedAt: z.string(),
});

const pages = { total: z.int(), page: z.int(), pages: z.int(), zone: z.string() };
const filter = { query: z.string().max(80).default(''), status: status.optional(), page };
const object = z.strictObject({ id: recordId });
const changing = object.extend({ revision: z.int().min(1) });
const link = z.object({ address: z.string(), revision: z.int() });

/** In the data of a refusal of the check and the booking: products by name, with the reason in the reader's language. */
export type RefusedProducts = { refused: { name: string; problem: string }[] };

/** Names one of the orders that a quotation becomes: the number of its product, with more for each of several rides (decision 0751). */
const orderKey = z.string().max(40);

/** What is booked of one product: an order, beside what it cost when the quotation was saved. Each ride of a car is an order. */
const toBook = z.object({
  key: orderKey,
  form: orderCalls.bookProducts.output,
  quoted: money,
  now: money,
});

export const quotationSavedCalls = {
  quotations: { input: z.strictObject(filter), output: z.object({ ...pages, list: z.array(listed) }) },
  quotation: { input: object, output: agentQuotation },
  /** Without an id: a new one. */
  quotationSave: {
    input: typedQuotation.extend({ id: recordId.optional(), revision: z.int().min(1).optional() }),
    output: agentQuotation,
  },
  quotationCopy: { input: object, output: z.object({ id: z.string() }) },
  /** With the link, which is shown this once. `mail` sends it to the customer too. */
  quotationSend: { input: changing.extend({ mail: z.boolean().default(false) }), output: link },
  /** Ends all links of before. */
  quotationLink: { input: changing, output: link },
  quotationWithdraw: { input: changing, output: z.object({ revision: z.int() }) },
  /** Holds the places of all lines until the quotation's end, at most for the hours of the level. Refuses holdLimited, noStock. */
  quotationHold: { input: changing, output: z.object({ revision: z.int(), until: z.string() }) },
  quotationRelease: { input: changing, output: z.object({ revision: z.int() }) },
  /** Every line read again, one form for each product. A refusal has `refused`: each product that cannot be booked so, and why. */
  quotationCheck: { input: object, output: z.object({ revision: z.int(), orders: z.array(toBook) }) },
  quotationBook: {
    input: changing.extend({
      contact: orderCalls.createOrder.input.shape.contact,
      orders: z
        .array(
          z.strictObject({
            productId: recordId,
            /** Left out: every order of the product. */
            key: orderKey.optional(),
            orderFields: fieldValues.default({}),
            /** Delivery to the given address as the agent saw it, in the selling currency. */
            freightMinor: z.int().min(0).max(1_000_000_000_000).default(0),
          }),
        )
        .min(1)
        .max(50),
      remark: z.string().max(4000).default(''),
      agreed: z.boolean(),
      /** Token of the booking agreement that was shown. */
      agreement: z.string().max(64).optional(),
      /** The new figures that the agent confirmed, by product; left out: what was quoted. */
      seen: z
        .array(z.strictObject({ productId: recordId, key: orderKey.optional(), total: money }))
        .max(50)
        .default([]),
    }),
    output: z.object({ orderNos: z.array(orderNo) }),
  },
  quotationOpened: { input: z.strictObject({ quotetoken }), output: nothing },
  quotationAsk: {
    input: z.strictObject({ quotetoken, name: z.string().max(80).default(''), text: z.string().max(2000) }),
    output: nothing,
  },
  quotationAccept: {
    input: z.strictObject({ quotetoken, version: z.int().min(1), name: z.string().max(80) }),
    output: z.object({ status }),
  },
  consoleQuotations: {
    input: z.strictObject(filter),
    output: z.object({
      ...pages,
      list: z.array(listed.omit({ total: true }).extend({ partnerId: z.string(), partnerName: z.string() })),
    }),
  },
  /** What a hold needs (decision 0812), and nothing of what the agent charges; with `version` the lines of that one. */
  consoleQuotation: {
    input: object.extend({ version: z.coerce.number().int().min(1).optional() }),
    output: staffQuotation.extend({
      partnerId: z.string(),
      partnerName: z.string(),
      madeBy: z.string(),
      /** Newest first. */
      versions: z.array(z.object({ version: z.int(), sentAt: z.string().nullable() })),
      /** The one that is shown. */
      shown: z.int(),
    }),
  },
  /** Staff are not bound to the limits of the partner's level. */
  consoleQuotationHold: { input: changing, output: z.object({ revision: z.int(), until: z.string() }) },
  consoleQuotationRelease: { input: changing, output: z.object({ revision: z.int() }) },
};
