// Fliggy, asked by Taobao's open platform (§3 order source 1, decision 0502). The signature and the names of orders are from SDKs that the
// platform generates; that a paid order is confirmed by `dummy.send` is uncertain. Never tried against the real one.
import { createHash } from 'node:crypto';
import { z } from '../../../contract/call.ts';
import { money } from '../../../domain/money.ts';
import { readGuest } from '../signed/read-guest.ts';
import { askPlatform, PlatformSilence, parsePlatform } from './ask-platform.ts';
import { chinaTime, daysBefore, type PullAccount, type PulledWish, type PullPlatform, pullRules } from './pull-port.ts';

const address = 'https://eco.taobao.com/router/rest';

/** In one place: what the real one calls otherwise is changed here. `confirm` is uncertain. */
const methods = {
  list: 'alitrip.travel.trades.search',
  read: 'alitrip.travel.trade.query',
  confirm: 'taobao.logistics.dummy.send',
} as const;
/** Paid and waiting for the seller; closed after a refund. */
const statuses = { waiting: 2, closed: 4 } as const;
const pageSize = 100;

export function signFliggy(params: Record<string, string>, secret: string): string {
  const text = Object.keys(params)
    .sort()
    .map((name) => name + params[name])
    .join('');
  return createHash('md5')
    .update(secret + text + secret)
    .digest('hex')
    .toUpperCase();
}

const number = z.union([z.string(), z.number()]).transform(String);
const listed = z.object({
  total_orders: z.coerce.number().default(0),
  order_string_list: z.object({ string: z.array(z.string()).default([]) }).nullish(),
});
const contactor = z.object({ name: z.string().nullish(), phone: z.string().nullish(), email: z.string().nullish() });
const line = z.object({
  buy_item_info: z.object({
    num: z.coerce.number(),
    out_sku_id: number.nullish(),
    trip_start_date: z.string().nullish(),
  }),
  contactor: contactor.nullish(),
  total_fee: z.coerce.number().int().nullish(),
});
const trade = z.object({ first_result: z.object({ sub_orders: z.object({ sub_order_info: z.array(line).min(1) }) }) });

/** Codes 25 to 29 say that the app's key, its session or the signature are not right. */
const isKeyProblem = (code: number) => code >= 25 && code <= 29;

export function openFliggy({ account, keys, baseUrl, now, note }: PullAccount): PullPlatform {
  const ask = <Out>(method: string, more: Record<string, string>, schema: z.ZodType<Out>): Promise<Out> =>
    note({ kind: method, reference: more.order_id ?? more.tid, isList: method === methods.list }, () =>
      exchange(method, more, schema),
    );

  async function exchange<Out>(method: string, more: Record<string, string>, schema: z.ZodType<Out>): Promise<Out> {
    const params = {
      ...{ method, app_key: account, session: keys.session ?? '', timestamp: chinaTime(now) },
      ...{ format: 'json', v: '2.0', sign_method: 'md5', ...more },
    };
    const body = new URLSearchParams({ ...params, sign: signFliggy(params, keys.signKey ?? '') });
    const reply = parsePlatform(await askPlatform('fliggy', method, baseUrl ?? address, { method: 'POST', body })) as {
      error_response?: { code?: number };
    } & Record<string, unknown>;
    const { error_response: refused } = reply;
    if (refused) throw new PlatformSilence(isKeyProblem(Number(refused.code)) ? 'key' : 'odd', refused, refused.code);
    const parsed = schema.safeParse(reply[`${method.replaceAll('.', '_')}_response`]);
    if (!parsed.success) throw new PlatformSilence('odd', parsed.error);
    return parsed.data;
  }

  async function listBy(status: number, at: Date): Promise<string[]> {
    const found: string[] = [];
    for (let page = 1; found.length < pullRules.mostOrders; page += 1) {
      const more = {
        ...{ order_status: String(status), current_page: String(page), page_size: String(pageSize) },
        ...{ start_created_time: chinaTime(daysBefore(at, pullRules.days)), end_created_time: chinaTime(at) },
      };
      const answer = await ask(methods.list, more, listed);
      const numbers = answer.order_string_list?.string ?? [];
      found.push(...numbers);
      if (numbers.length < pageSize) break;
    }
    return found;
  }

  return {
    list: async (at) => ({
      waiting: await listBy(statuses.waiting, at),
      closed: await listBy(statuses.closed, at),
    }),
    async read(reference) {
      const { first_result: order } = await ask(methods.read, { order_id: reference }, trade);
      return wishOf(reference, order.sub_orders.sub_order_info);
    },
    confirm: async (reference) => void (await ask(methods.confirm, { tid: reference }, z.object({}))),
  };
}

/** The merchant's code of a SKU is ours, with the session behind it. */
function wishOf(reference: string, lines: z.output<typeof line>[]): PulledWish {
  const { name, phone, email } = lines.find((line) => line.contactor)?.contactor ?? {};
  const isPriced = lines.every(({ total_fee: fee }) => fee != null);
  return {
    reference,
    wishes: lines.map(({ buy_item_info: item }) => ({
      ...{ ref: item.out_sku_id ?? '', on: item.trip_start_date?.slice(0, 10) ?? '', quantity: item.num },
    })),
    ...readGuest({ lead: { name, email, mobile: phone }, locale: 'zh-CN' }),
    platformPrice: isPriced
      ? money(
          lines.reduce((sum, { total_fee: fee }) => sum + (fee ?? 0), 0),
          'CNY',
        )
      : null,
  };
}
