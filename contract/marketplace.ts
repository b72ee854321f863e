// Orders that platforms took (§3 order source, decision 0430): handed in by a system, or by a file that staff upload.
import { limits } from '../domain/limits.ts';
import {
  type AccountSource,
  chosenSources,
  isPlatformSource,
  orderImportRules,
  placeSources,
  pulledPlatforms,
  signedAccounts,
  signedPlatforms,
} from '../domain/order-sources.ts';
import { currency, day, done, listed, money, nothing, recordId, searched, z } from './call.ts';
import { looseLine } from './inventory.ts';
import { chosenPlace, contact, fieldValues } from './order.ts';

const source = z.coerce
  .number()
  .int()
  .refine(isPlatformSource)
  .meta({ description: 'the platform: an order source of 1 to 15 without 9' });

const platformOrder = z.strictObject({
  source,
  /** The platform's number of the order: it books once, whatever is sent again. */
  reference: z.string().trim().min(1).max(limits.agentReferenceLength),
  lines: z.array(looseLine).min(1).max(orderImportRules.mostLines),
  contact,
  /** What the traveller paid there, in all. */
  platformPrice: z
    .strictObject({ amountMinor: z.int().min(0), currency })
    .nullable()
    .default(null),
  remark: z.string().max(4000).default(''),
  /** What the product asks about the journey, as in createOrder: all of it, or nothing, and it follows. */
  orderFields: fieldValues.default({}),
  pickup: chosenPlace.nullable().default(null),
  dropOff: chosenPlace.nullable().default(null),
});
export type PlatformOrder = z.output<typeof platformOrder>;

const platformOrderBooked = z.object({
  orderNo: z.string(),
  /** It had been booked before. */
  repeated: z.boolean(),
  status: z.int(),
  /** What the partner pays. */
  payable: money,
  /** Our price for everybody. */
  listed: money,
  platformPrice: money.nullable(),
  /** The platform's price above ours; null where it is not known or in another currency. */
  difference: money.nullable(),
});
export type PlatformOrderBooked = z.output<typeof platformOrderBooked>;

const importId = z.uuid();
const signedSource = z.literal(Object.keys(signedAccounts).map(Number) as AccountSource[]);

const importHead = z.object({
  id: z.string(),
  name: z.string(),
  source: z.int(),
  partnerId: z.string(),
  partnerName: z.string(),
  startedAt: z.string(),
  /** Orders of the file, those that are booked by now, and those that still can be. */
  total: z.int(),
  booked: z.int(),
  open: z.int(),
});

const importedOrder = z.object({
  index: z.int(),
  reference: z.string(),
  /** Of its first line; '' where the SKU is unknown. */
  productName: z.string(),
  playOn: day.nullable(),
  quantity: z.int(),
  verdict: z.enum(['fresh', 'same', 'bad', 'booked', 'failed']),
  /** Of the order that is booked, by this file or before. */
  orderNo: z.string().nullable(),
  payable: money.nullable(),
  listed: money.nullable(),
  platformPrice: money.nullable(),
  difference: money.nullable(),
  /** In the reader's language, by row and column of the file. */
  problems: z.array(z.object({ row: z.int(), column: z.string(), text: z.string() })),
});

export const orderUploadQuery = z.strictObject({
  name: z.string().max(200).default(''),
  source,
  partnerId: recordId,
});

/** A package as marketplaces may sell it, and their names of its ticket types; none where a marketplace has no name for them. */
const channelProduct = z.object({
  code: z.string(),
  productName: z.string(),
  packageName: z.string(),
  skus: z.array(z.object({ id: z.string(), name: z.string() })),
  kinds: z.array(z.object({ channel: z.string(), names: z.array(z.string()) })),
});

const pulledSource = z.literal(pulledPlatforms.flatMap((platform): number[] => [...signedPlatforms[platform]]));

/** Vouchers that were used, and of how many the platform knows (decision 0540). */
export const channelUse = z.object({
  used: z.int(),
  reported: z.int(),
  state: z.enum(['waiting', 'reported', 'given up']),
  /** Why the last try failed: key, silent, odd or refused, with the platform's code; '' where it did not. */
  problem: z.string(),
  code: z.string(),
});

const channelMessage = z.object({
  id: z.string(),
  at: z.string(),
  /** The platform's; null where a supplier was asked (decision 0572). */
  source: z.int().nullable(),
  supplierName: z.string().nullable(),
  /** in: it came from the platform. */
  direction: z.enum(['in', 'out']),
  /** The message's name as the platform has it. */
  kind: z.string(),
  code: z.string(),
  good: z.boolean(),
  /** The platform's number of the order, and ours; '' where the message names none. */
  reference: z.string(),
  orderNo: z.string(),
  milliseconds: z.int(),
});

/** By the platform's code of a product, with the reason: key, silent, odd, refused or noRate, and its code. */
const reportedPlaces = z.object({
  products: z.int(),
  /** Those that staff chose. */
  chosen: z.array(z.string()),
  lastAt: z.string().nullable(),
  unreported: z.array(z.object({ ref: z.string(), problem: z.string(), code: z.string() })),
});

const channelAccount = z.object({
  source: z.int(),
  account: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  /** When a message of it came, or it was asked. */
  usedAt: z.string().nullable(),
  /** Why the last round got nothing from it: key, silent or odd; '' where it did. */
  problem: z.string(),
  /** The partner may not order: its messages are refused. */
  closed: z.boolean(),
  /** Its orders that are still to come. */
  coming: z.int(),
  /** Of the prices that it gets; null where it gets places alone, or prices in the currency of each product. */
  priceCurrency: z.string().nullable(),
  /** Its orders that were not booked or not ended, with the reason in the reader's language. */
  troubles: z.array(z.object({ reference: z.string(), text: z.string(), at: z.string() })),
  /** Orders whose used vouchers were not reported to it so far. */
  unreported: z.array(channelUse.extend({ orderNo: z.string(), at: z.string() })),
  /** What it sells, and what it has not received of that so far (decision 0595); null where it gets no places. */
  places: reportedPlaces.nullable(),
  /** Those that staff chose, by name. `planned`: a coming departure is at the time that the code names; otherwise nothing is sent. */
  skus: z.array(z.object({ ref: z.string(), name: z.string(), planned: z.boolean() })),
});

const channelKey = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  keyName: z.string(),
  start: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The interface of the partner is closed: the key is refused until it is open. */
  closed: z.boolean(),
});

export const marketplaceCalls = {
  /** Marketplaces with an adapter: where they ask, whose keys let them in, and by which codes they know our products. */
  consoleMarketplaces: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    output: z.object({
      channels: z.array(
        z.object({
          ...{ channel: z.string(), source: z.int(), address: z.string(), keys: z.array(channelKey) },
          /** The shop's name in the marketplace's calls; null where these have none. */
          supplierId: z.string().nullable(),
        }),
      ),
      /** At platforms that sign their messages. */
      accounts: z.array(channelAccount),
      /** The address that each of these platforms calls; null where we call it. */
      doors: z.array(z.object({ platform: z.string(), address: z.string().nullable() })),
      zone: z.string(),
      list: z.array(channelProduct),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
    }),
  },
  /**
   * Books an order that a platform took: paid from the deposit, else the credit line. The same number of the same platform gets the same
   * order. Refuses noStock, dateNotSold, balanceTooLow and the like with nothing booked, platformOrderTaken where the number is another
   * partner's.
   */
  platformOrder: { input: platformOrder, output: platformOrderBooked },
  consolePlatformOrder: { input: platformOrder.extend({ partnerId: recordId }), output: platformOrderBooked },
  /** One for each source; takes the place of the former one. Refuses keys of the wrong length by field. */
  consoleChannelAccountSave: {
    input: z.strictObject({
      source: signedSource,
      partnerId: recordId,
      account: z.string().max(60),
      /** Those that the platform gives (domain/order-sources.ts); the others stay empty. */
      aesKey: z.string().max(100).default(''),
      aesIv: z.string().max(100).default(''),
      signKey: z.string().max(200).default(''),
      appKey: z.string().max(200).default(''),
      session: z.string().max(400).default(''),
      /** Of the prices sent to Ctrip and Trip.com; '' sends places alone. The others have none. */
      priceCurrency: z.union([z.literal(''), currency]).default(''),
    }),
    output: done,
  },
  /** Asks a platform for its orders now, with those that were refused before. `problem`: key, silent or odd where it did not answer. */
  consoleChannelPull: {
    input: z.strictObject({ source: pulledSource }),
    output: z.object({ booked: z.int(), problem: z.string() }),
  },
  /** Reports to a platform again what it did not take so far. */
  consoleChannelUseAgain: { input: z.strictObject({ orderNo: z.string().min(1).max(40) }), output: done },
  /** Sends a platform a product's places again that it has refused so far. */
  consoleChannelPlacesAgain: {
    input: z.strictObject({ source: z.literal([...placeSources]), ref: z.string().min(1).max(60) }),
    output: done,
  },
  /** The SKUs whose places a platform gets, "12" or "12-0900" each; others that were chosen end. Refuses by field one that there is not. */
  consoleChannelPlacesChoose: {
    input: z.strictObject({
      source: z.literal([...chosenSources]),
      refs: z.array(z.string().trim().min(1).max(40)).max(orderImportRules.mostRows),
    }),
    output: done,
  },
  /** Single messages from and to platforms and suppliers of the last days, newest first (decisions 0541, 0572). */
  consoleChannelMessages: {
    input: z.strictObject({
      ...searched,
      source: z.enum(['', ...Object.keys(signedAccounts)]).default(''),
      /** The number of a supplier whose system was asked. */
      supplier: z
        .string()
        .regex(/^\d{0,18}$/)
        .default(''),
      direction: z.enum(['', 'in', 'out']).default(''),
      /** Refused ones alone. */
      refused: z.enum(['', '1']).default(''),
    }),
    output: z.object({
      ...listed,
      zone: z.string(),
      /** Whose systems are asked: for the filter. */
      suppliers: z.array(z.object({ id: z.string(), name: z.string() })),
      list: z.array(channelMessage),
    }),
  },
  consoleChannelAccountDelete: { input: z.strictObject({ source: signedSource }), output: done },
  /** The caller's uploads of the last days, newest first. */
  consoleOrderImports: { input: nothing, output: z.object({ list: z.array(importHead) }) },
  consoleOrderImport: {
    input: z.strictObject({ id: importId }),
    output: importHead.extend({ orders: z.array(importedOrder) }),
  },
  /** Each order separately: a refused one is noted with its reason, and the others continue. */
  consoleOrderImportBook: {
    input: z.strictObject({ id: importId, indexes: z.array(z.int().min(0)).min(1).max(10) }),
    output: z.object({ list: z.array(z.object({ index: z.int(), problem: z.string().nullable() })) }),
  },
};
