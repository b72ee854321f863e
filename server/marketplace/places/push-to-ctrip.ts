// Places and prices of each day for Ctrip and Trip.com by DateInventoryModify and DatePriceModify (decision 0690), as public
// implementations send them: signed and encrypted as its other messages, a PLU as the supplierOptionId. Never tried against the real one.
import { createHash, randomUUID } from 'node:crypto';
import { z } from '../../../contract/call.ts';
import { ctripRules } from '../../../domain/order-sources.ts';
import { askPlatform, PlatformSilence, parsePlatform } from '../pull/ask-platform.ts';
import { chinaTime } from '../pull/pull-port.ts';
import { type CtripSecret, sealCtrip } from '../signed/ctrip-crypto.ts';
import type { KnownPlace } from './compare-places.ts';
import { dayOf, findSku, lastDay, listSkuDays, type SentDay } from './list-sku-days.ts';
import type { PlaceAccount, PlaceAdapter, PlaceMessage } from './place-port.ts';

const address = 'https://ttdopen.ctrip.com/api/product';
const services = {
  stock: { name: 'DateInventoryModify', path: 'stock.do' },
  price: { name: 'DatePriceModify', path: 'price.do' },
} as const;
const { mostRows, days, ofProduct, inAll } = ctripRules;

const answer = z.object({ header: z.object({ resultCode: z.coerce.string() }) });
/** Of the sign and of the account. */
const keyCodes = ['0002', '0003'];
const done = '0000';

async function sendCtrip(
  { account, keys, baseUrl = address, now }: PlaceAccount,
  { name, path }: { name: string; path: string },
  message: object,
): Promise<string> {
  const requestTime = chinaTime(now);
  // Never that of another message: a value that comes back must not look like a repetition.
  const mark = createHash('md5').update(randomUUID()).digest('hex');
  const body = { sequenceId: requestTime.slice(0, 10) + mark, dateType: 'DATE_REQUIRED', ...message };
  const header = { accountId: account, serviceName: name, requestTime, version: '1.0' };
  const sent = JSON.stringify(sealCtrip(header, body, keys as CtripSecret));
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent };
  const reply = answer.safeParse(parsePlatform(await askPlatform('ctrip', name, `${baseUrl}/${path}`, init)));
  if (!reply.success) throw new PlatformSilence('odd', reply.error);
  const { resultCode: code } = reply.data.header;
  if (keyCodes.includes(code)) throw new PlatformSilence('key', undefined, code);
  return code === done ? '' : code;
}

type Change = KnownPlace<SentDay> & { before: SentDay | undefined };

/** What of a change one service tells. */
function messageOf(ref: string, service: keyof typeof services, changes: Change[]): PlaceMessage<SentDay>[] {
  const rows = changes.slice(0, mostRows);
  if (!rows.length) return [];
  const list = rows.map(({ place, sent }) => ({
    date: dayOf(place),
    ...(service === 'stock'
      ? { quantity: sent.vacancies }
      : { salePrice: Number(sent.price), costPrice: Number(sent.cost) }),
  }));
  const { name } = services[service];
  const content = { supplierOptionId: ref, [service === 'stock' ? 'inventorys' : 'prices']: list };
  const known = rows.map(({ place, sent, before }) => ({
    place,
    // A price message comes after that of the same days' stock.
    sent: service === 'price' ? sent : { price: null, cost: null, ...before, vacancies: sent.vacancies },
  }));
  return [{ kind: name, known, send: (account) => sendCtrip(account, services[service], content) }];
}

export const pushToCtrip: PlaceAdapter<SentDay> = {
  gateway: 'ctripProduct',
  limits: { ofProduct, inAll },
  async list(asking, { ref, price_currency: currency }, from) {
    const sku = await findSku(asking, ref);
    const list = sku ? await listSkuDays(asking, sku, { from, to: lastDay(from, days), currency }) : [];
    return list === 'noRate' ? { list: [], problem: list } : { list };
  },
  write({ ref, changes, reported }) {
    const known = new Map(reported.map(({ place, sent }) => [place, sent]));
    const all = changes.map((change) => ({ ...change, before: known.get(change.place) }));
    const stock = all.filter(({ sent, before }) => before?.vacancies !== sent.vacancies);
    const priced = all.filter(
      ({ sent, before }) => sent.price !== null && (before?.price !== sent.price || before.cost !== sent.cost),
    );
    // A day's price goes with its stock or after it.
    const waiting = new Set(stock.slice(mostRows).map(({ place }) => place));
    const ready = priced.filter(({ place }) => !waiting.has(place));
    return [...messageOf(ref, 'stock', stock), ...messageOf(ref, 'price', ready)];
  },
};
