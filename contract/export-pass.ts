// A booking's voucher as one page (§3 vouchers, decision 0440): everything that is needed at the gate, and no price. For readers of the
// order, and for fellow travellers by a link that the buyer can end.
import { day, done, nothing, orderNo, seatPlanShape, travelTime, z } from './call.ts';
import { voucherStates } from './export.ts';
import { guests } from './order.ts';
import { eSim } from './order-changes.ts';
import { driver } from './order-own.ts';

/** Whose wallet on a telephone a pass is for (decision 0442). */
const walletKind = z.enum(['apple', 'google']);

const pem = z.string().max(20_000).default('');

/** Both without a code. waiting: the line is not confirmed yet; restOpen: it is, and the rest of its price is to be paid first. */
const passState = z.enum([...voucherStates, 'waiting', 'restOpen']);

const passLine = z.object({
  subOrderNo: z.string(),
  state: passState,
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  /** As it was booked; `cancelledQuantity` of it were cancelled, and `askedQuantity` are asked to be while the others can be used. */
  quantity: z.int(),
  cancelledQuantity: z.int(),
  askedQuantity: z.int(),
  /** '' where there is none. */
  code: z.string(),
  usedAt: z.string().nullable(),
  guests,
  travellers: z.array(z.string()),
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** The supplier's number of it; '' where there is none. */
  reference: z.string(),
});

/** Lines of one package at one time: one thing to do, with one code to show. */
const passStop = z.object({
  productName: z.string(),
  packageName: z.string(),
  cityName: z.string(),
  ...travelTime,
  /** How it is used: by voucher on the phone, picked up … */
  redemption: z.string(),
  /** Of what has seats. */
  seatPlan: seatPlanShape.nullable(),
  lines: z.array(passLine),
  /** The code to show, of a line that is valid; null where there is none. `qr` is a picture, `s` the signature. */
  shown: z.object({ line: z.string(), code: z.string(), s: z.string(), qr: z.string() }).nullable(),
  /** In its place what the supplier lets in by, of lines that are valid (decision 0461); `picture`: '' for the address of a file. */
  theirs: z.array(z.object({ value: z.string(), picture: z.string() })),
  /** Null if it has no position. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  howToUse: z.string(),
  howToGetThere: z.string(),
  /** What to know and bring, a line each. */
  notices: z.array(z.string()),
  /** What is left on the spot as a security; '' where nothing is. */
  deposit: z.string(),
  /** When and where an activity without a session begins; null where it has one, or where no time is known. */
  begins: z.object({ time: z.string(), title: z.string() }).nullable(),
  /** The itinerary; `time` is '' where a step has none. */
  steps: z.array(z.object({ day: z.int(), time: z.string(), title: z.string(), text: z.string() })),
  drivers: z.array(driver),
});

const passPlace = z.object({ address: z.string(), lat: z.number().nullable(), lng: z.number().nullable() }).nullable();

const shareLink = z.object({ address: z.string() });

export const exportPassCalls = {
  /** `key`: of a link for fellow travellers. */
  pass: {
    input: z.strictObject({ orderNo, key: z.string().max(80).optional() }),
    output: z.object({
      orderNo: z.string(),
      /** The reader sees the order itself, too: not by a link. */
      seesOrder: z.boolean(),
      /** The link for fellow travellers, while there is one; only where `seesOrder`. */
      link: z.string().nullable(),
      ownerName: z.string(),
      ownerPhone: z.string(),
      stops: z.array(passStop),
      pickup: passPlace,
      /** "HH:mm" as given; '' when it is not set. */
      pickupTime: z.string(),
      dropOff: passPlace,
      /** Other values given for the day, by field code: flight, hotel. */
      fields: z.record(z.string(), z.string()),
      /** Wallets on telephones that the owner can sign passes for. */
      wallets: z.array(walletKind),
      /** Only where `seesOrder`. */
      eSims: z.array(eSim),
    }),
  },
  /** The same link until it is ended. Refuses voucherNotReady. */
  passShare: { input: z.strictObject({ orderNo }), output: shareLink },
  passShareEnd: { input: z.strictObject({ orderNo }), output: done },
  // The owner's certificate of Apple and service account of Google: they come in by a secret call, and no call gives them out.
  /** What is set, as far as it may be shown; null where nothing is. */
  consoleWallets: {
    input: nothing,
    output: z.object({
      apple: z.object({ passType: z.string(), team: z.string(), endsOn: day }).nullable(),
      google: z.object({ issuerId: z.string(), account: z.string() }).nullable(),
    }),
  },
  /** Refuses invalidInput by field: what is no certificate or key, or does not fit the others, is not saved. */
  consoleWalletSave: {
    input: z.strictObject({
      kind: walletKind,
      /** apple, in PEM: the pass type's certificate, Apple's own that signed it, the private key. */
      certificate: pem,
      intermediate: pem,
      key: pem,
      /** google: number of the issuer, and the key of the service account as its JSON file. */
      issuerId: z.string().max(40).default(''),
      account: z.string().max(20_000).default(''),
    }),
    output: done,
  },
  consoleWalletRemove: { input: z.strictObject({ kind: walletKind }), output: done },
};
