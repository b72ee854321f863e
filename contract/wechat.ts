// The mobile group (§2 /wechat/…): signing in by WeChat, finding one order without an account, and what a traveller wants to know on
// the day. Nothing here tells a price, and nothing that was found by number and contact tells a document's number.
import { day, done, nothing, orderNo, session, z } from './call.ts';
import { driver } from './own-orders.ts';

const path = z.string().max(300);
/** Found by number and contact; kept by the browser for 30 days (§9). */
const key = z.string().min(1).max(400);

/** An address with its point, where somebody put it on the map. */
const place = z.object({ address: z.string(), lat: z.number().nullable(), lng: z.number().nullable() });

const stop = z.object({
  subOrderNo: z.string(),
  productId: z.string(),
  status: z.int(),
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  /** What still stands. */
  quantity: z.int(),
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  zone: z.string(),
  /** How it is taken: by voucher on the phone, picked up … */
  redemption: z.string(),
  /** Somebody is driven: `fields` of the order say from where and where to. */
  driven: z.boolean(),
  /** Who drives; empty until the owner or the supplier told it. */
  drivers: z.array(driver),
  /** What to know before going, as plain lines; '' where the product says nothing. */
  declaration: z.object({
    notice: z.string(),
    instructions: z.string(),
    included: z.string(),
    notIncluded: z.string(),
    howToGetThere: z.string(),
  }),
  /** The product's own place. */
  lat: z.number(),
  lng: z.number(),
});

export const wechatCalls = {
  /** Where WeChat says who holds the phone; null outside WeChat and where the owner has no official account there. */
  wechatEnter: {
    input: z.strictObject({ go: path.default('/wechat/order') }),
    output: z.object({ redirectUrl: z.string().nullable() }),
  },
  /** Back from there. Where an account is linked its session is open now; else the ticket links one that signs in by password. */
  wechatLogin: {
    input: z.strictObject({ code: z.string().min(1).max(200), state: z.string().min(1).max(200) }),
    output: z.object({ signedIn: z.boolean(), ticket: z.string() }),
  },
  wechatLink: { input: z.strictObject({ ticket: z.string().min(1).max(600) }), output: done },
  /** `offered`: the owner has an official account there, so that linking leads somewhere. */
  wechatLinked: {
    input: nothing,
    output: z.object({ offered: z.boolean(), linked: z.boolean(), since: z.string().nullable() }),
  },
  wechatUnlink: { input: nothing, output: done },
  /** `contact`: e-mail address or mobile number of the order's contact. */
  wechatFind: {
    input: z.strictObject({ orderNo: z.string().max(40), contact: z.string().max(200) }),
    output: z.object({ key }),
  },
  /** By the key of `wechatFind`, or by number for whoever sees the order in the user centre. */
  wechatOrder: {
    input: z.strictObject({ key: key.optional(), orderNo: orderNo.optional() }),
    output: z.object({
      orderNo: z.string(),
      status: z.int(),
      /** It was asked for by number: the user centre shows it too. */
      own: z.boolean(),
      ownerName: z.string(),
      ownerPhone: z.string(),
      stops: z.array(stop),
      /** What was told for the day, by field code: pick-up, flight, hotel. */
      fields: z.record(z.string(), z.string()),
      pickup: place.nullable(),
      dropOff: place.nullable(),
      /** The pick-up address is checked by a person: waiting · fine · refused; null where nothing is to be checked. */
      secondCheck: z.string().nullable(),
      /** open: something may still be filled in · done · closed. */
      completion: z.enum(['open', 'done', 'closed']),
      /** In the order of the lines; the name as told, or ''. */
      travellers: z.array(z.object({ name: z.string(), missing: z.array(z.string()) })),
    }),
  },
  /** Mails the completion link to the order's contact, whose address is told in part. */
  wechatSendLink: { input: z.strictObject({ key }), output: z.object({ sentTo: z.string() }) },
};
