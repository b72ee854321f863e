// The mobile group (§2 /wechat/…): signing in by WeChat, finding one order without an account, and the traveller's information for
// the day. No call returns a price, and an order found by number and contact never shows document numbers.
import { paths } from '../domain/paths.ts';
import { done, nothing, orderNo, travelTime, z } from './call.ts';
import { driver } from './order-own.ts';

const path = z.string().max(300);
/** Found by number and contact; the browser saves it for 30 days (§9). */
const key = z.string().min(1).max(400);

/** An address with its point, if someone placed it on the map. */
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
  /** Quantity that is not cancelled. */
  quantity: z.int(),
  ...travelTime,
  /** How it is used: by voucher on the phone, picked up … */
  redemption: z.string(),
  /** The traveller is driven: `fields` of the order have from and to. */
  driven: z.boolean(),
  /** The drivers; empty until the owner or the supplier enters them. */
  drivers: z.array(driver),
  /** What to know before going, as plain lines; '' where the product has no text. */
  declaration: z.object({
    notice: z.string(),
    instructions: z.string(),
    included: z.string(),
    notIncluded: z.string(),
    howToGetThere: z.string(),
  }),
  /** The product's location. */
  lat: z.number(),
  lng: z.number(),
});

export const wechatCalls = {
  /** Where WeChat identifies the user; null outside WeChat and where the owner has no official account there. */
  wechatEnter: {
    input: z.strictObject({ go: path.default(paths.mobileOrders()) }),
    output: z.object({ redirectUrl: z.string().nullable() }),
  },
  /** After WeChat returns. A linked account is signed in; otherwise the ticket links the account that signs in by password. */
  wechatLogin: {
    input: z.strictObject({ code: z.string().min(1).max(200), state: z.string().min(1).max(200) }),
    output: z.object({ signedIn: z.boolean(), ticket: z.string() }),
  },
  wechatLink: { input: z.strictObject({ ticket: z.string().min(1).max(600) }), output: done },
  /** `offered`: the owner has an official account there, so that linking is possible. */
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
  /** By the key of `wechatFind`, or by number for readers of the order in the user centre. */
  wechatOrder: {
    input: z.strictObject({ key: key.optional(), orderNo: orderNo.optional() }),
    output: z.object({
      orderNo: z.string(),
      status: z.int(),
      /** Opened by number: the user centre shows it too. */
      own: z.boolean(),
      ownerName: z.string(),
      ownerPhone: z.string(),
      stops: z.array(stop),
      /** Values given for the day, by field code: pick-up, flight, hotel. */
      fields: z.record(z.string(), z.string()),
      pickup: place.nullable(),
      dropOff: place.nullable(),
      /** A person checks the pick-up address: waiting · fine · refused; null where no check is needed. */
      secondCheck: z.string().nullable(),
      /** open: fields may still be filled in · done · closed. */
      completion: z.enum(['open', 'done', 'closed']),
      /** In the order of the lines; the name as given, or ''. */
      travellers: z.array(z.object({ name: z.string(), missing: z.array(z.string()) })),
    }),
  },
  /** Mails the completion link to the order's contact; the answer shows part of the address. */
  wechatSendLink: { input: z.strictObject({ key }), output: z.object({ sentTo: z.string() }) },
};
