// Mafengwo, asked by its open platform (§3 order source 4, decision 0502). Encryption, actions and fields are from public repositories of
// its own SDK and of suppliers; that state 13 confirms an order is uncertain. Never tried against the real one.
import { randomBytes } from 'node:crypto';
import { z } from '../../../contract/call.ts';
import { readDecimal } from '../../../domain/money.ts';
import { readGuest } from '../signed/read-guest.ts';
import { askPlatform, PlatformSilence, parsePlatform } from './ask-platform.ts';
import { decryptMafengwo, encryptMafengwo, signMafengwo } from './mafengwo-message.ts';
import { chinaTime, daysBefore, type PullAccount, type PulledWish, type PullPlatform, pullRules } from './pull-port.ts';

const address = 'https://openapi.mafengwo.cn';

/** In one place: what the real one calls otherwise is changed here. */
const actions = {
  ...{ list: 'sales.order.list.get', read: 'sales.order.detail.get', confirm: 'sales.order.status.update' },
} as const;
/** Paid and waiting for the seller; closed. */
const statuses = { waiting: 2, closed: 6 } as const;
/** "The confirmation was sent": uncertain; 12 would be "the places were checked". */
const confirmed = 13;
const done = 1000;
const pageSize = 20;

const text = z.string().nullish();
const number = z.union([z.string(), z.number()]).transform(String);
const token = z.object({ access_token: z.string().min(1) });
const answer = z.object({ errno: z.coerce.number(), data: z.unknown() });
const listed = z.object({
  total: z.coerce.number().default(0),
  list: z.array(z.object({ orderId: number })).default([]),
});
const order = z.object({
  goDate: z.string(),
  bookingPeople: z.object({ name: text, email: text, phone: text, phone_area: text }).nullish(),
  otaSkuId: text,
  skus: z.array(z.object({ skuId: number, otaSkuId: text })).default([]),
  items: z.array(z.object({ skuId: number.nullish(), num: z.coerce.number() })).min(1),
  totalPrice: z.union([z.string(), z.number()]).nullish(),
});

type CallFields = { order_id?: string } & Record<string, unknown>;

export function openMafengwo({ account, keys, baseUrl = address, now, note }: PullAccount): PullPlatform {
  const { aesKey = '', signKey = '' } = keys;
  let entered: Promise<string> | undefined;

  async function enter(): Promise<string> {
    const query = new URLSearchParams({ grant_type: 'client_credentials', client_id: account, client_secret: signKey });
    const reply = parsePlatform(await askPlatform('mafengwo', 'token', `${baseUrl}/oauth2/token?${query}`, {}));
    const parsed = token.safeParse(reply);
    if (!parsed.success) throw new PlatformSilence('key', reply);
    return parsed.data.access_token;
  }

  const ask = <Out>(action: string, input: CallFields, schema: z.ZodType<Out>): Promise<Out> =>
    note({ kind: action, reference: input.order_id, isList: action === actions.list }, () =>
      exchange(action, input, schema),
    );

  async function exchange<Out>(action: string, input: CallFields, schema: z.ZodType<Out>): Promise<Out> {
    entered ??= enter();
    const head = {
      ...{ partnerId: account, action, timestamp: String(Math.floor(now.getTime() / 1000)) },
      nonce: randomBytes(8).toString('hex'),
    };
    const data = encryptMafengwo(JSON.stringify(input), aesKey);
    const form = new FormData();
    const fields = { ...head, data, sign: signMafengwo(head, data, aesKey), access_token: await entered };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const reply = await askPlatform('mafengwo', action, `${baseUrl}/deals/rest`, { method: 'POST', body: form });
    return readAnswer(reply, aesKey, schema);
  }

  async function listBy(status: number, at: Date): Promise<string[]> {
    const found: string[] = [];
    const params = {
      order_status: status,
      ...{ time_from: chinaTime(daysBefore(at, pullRules.days)), time_to: chinaTime(at) },
    };
    for (let page = 1; found.length < pullRules.mostOrders; page += 1) {
      const { list } = await ask(actions.list, { page_no: page, page_size: pageSize, params }, listed);
      found.push(...list.map(({ orderId }) => orderId));
      if (list.length < pageSize) break;
    }
    return found;
  }

  return {
    list: async (at) => ({
      waiting: await listBy(statuses.waiting, at),
      closed: await listBy(statuses.closed, at),
    }),
    read: async (reference) => wishOf(reference, await ask(actions.read, { order_id: reference }, order)),
    confirm: async (reference) =>
      void (await ask(actions.confirm, { order_id: reference, status: confirmed, memo: '' }, z.unknown())),
  };
}

/** What it said to a question. */
function readAnswer<Out>(reply: string, aesKey: string, schema: z.ZodType<Out>): Out {
  const opened = decryptMafengwo(reply, aesKey);
  // It refuses keys in plain words.
  if (opened === undefined) throw new PlatformSilence(reply.startsWith('{') ? 'key' : 'odd', reply.slice(0, 200));
  const parsed = answer.safeParse(parsePlatform(opened));
  if (!parsed.success || parsed.data.errno !== done)
    throw new PlatformSilence('odd', parsed.data ?? parsed.error, parsed.data?.errno);
  const read = schema.safeParse(parsed.data.data);
  if (!read.success) throw new PlatformSilence('odd', read.error);
  return read.data;
}

/** The merchant's code of a SKU is ours, with the session behind it. */
function wishOf(reference: string, found: z.output<typeof order>): PulledWish {
  const { name, email, phone, phone_area: area } = found.bookingPeople ?? {};
  const codeOf = (skuId: string | null | undefined) =>
    found.skus.find((one) => one.skuId === skuId)?.otaSkuId ?? found.otaSkuId ?? '';
  return {
    reference,
    wishes: found.items.map(({ skuId, num }) => ({ ref: codeOf(skuId), on: found.goDate.slice(0, 10), quantity: num })),
    ...readGuest({ lead: { name, email, mobile: phone, intlCode: area }, locale: 'zh-CN' }),
    platformPrice: found.totalPrice == null ? null : readDecimal(found.totalPrice, 'CNY'),
  };
}
