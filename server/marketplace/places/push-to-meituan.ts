// Places and prices of each day for Meituan by its notice of changed prices, version 2 (decision 0691): all of the message encrypted. It
// names days, three prices and stock as the price calendar that Meituan reads, which two independent sources agree on; the key of a row
// and its levels are known from one source. Never tried against the real one.
import { createHash } from 'node:crypto';
import { z } from '../../../contract/call.ts';
import { textIn } from '../../../domain/languages.ts';
import { nameSku } from '../../../locales/name-sku.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { askPlatform, PlatformSilence } from '../pull/ask-platform.ts';
import { asNumber, readMeituanAnswer, sealMeituan, signMeituan } from '../signed/meituan-message.ts';
import type { CurrentPlace, KnownPlace } from './compare-places.ts';
import { dayOf, type FoundSku, findSku, lastDay, listSkuDays, type SentDay } from './list-sku-days.ts';
import type { PlaceAccount, PlaceAdapter } from './place-port.ts';

const address = 'https://openapi.meituan.com';
const path = '/rhone/mtp/api/level/price/notice/v2';
/** One source says that a message has 40 rows at most. How far ahead it takes them is not known. */
const [mostRows, days] = [40, 180];
const done = 200;
const keyCodes = [401, 403];
const answer = z.object({ code: z.coerce.number() });

/** What a row says of its SKU: the session, and the names of package and ticket as its levels. */
export type MeituanSku = { startTime: string | null; levels: string[] };
type SentRow = SentDay & { sku: MeituanSku };

export const currencyOfMeituan = 'CNY';

/** In Chinese where the shop has it. */
export function describeSku({ context }: OctoAsking, { offer, skuId, session }: FoundSku): MeituanSku {
  const { languages } = context.site;
  const language = languages.find((language) => language === 'zh_CN') ?? languages[0] ?? 'en';
  const sku = offer.pack.skus.find((sku) => String(sku.sku_id) === skuId);
  const ticket = sku ? nameSku(sku, language) : '';
  return { startTime: session || null, levels: [textIn(offer.pack.names, language), ticket].filter(Boolean) };
}

const levelsOf = (names: string[]) => names.map((levelName, at) => ({ levelNo: at + 1, levelName }));

/** Of the notice, and of the answer to Meituan's own question for the levels of a product. */
export function levelRow(ref: string, { place, sent }: KnownPlace<SentRow>) {
  return {
    partnerPrimaryKey: createHash('md5').update(`${ref} ${place}`).digest('hex'),
    skuInfo: { startTime: sent.sku.startTime, endTime: null, levelInfoList: levelsOf(sent.sku.levels) },
    ...{ priceDate: dayOf(place), ...yuanOf(sent), stock: sent.vacancies, attr: null },
  };
}

/** In yuan. */
export const yuanOf = ({ price, cost }: SentDay) => ({
  ...{ marketPrice: Number(price), mtPrice: Number(price), settlementPrice: Number(cost) },
});

async function sendNotice(
  { account, keys, baseUrl = address, now }: PlaceAccount,
  ref: string,
  rows: KnownPlace<SentRow>[],
): Promise<string> {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  const date = now.toUTCString();
  const { appKey = '', signKey = '', aesKey = '' } = keys;
  const dates = rows.map(({ place }) => dayOf(place)).sort();
  const message = {
    ...{ partnerId: asNumber(account), startTime: dates[0], endTime: dates.at(-1), partnerDealId: ref },
    body: rows.map((row) => levelRow(ref, row)),
  };
  const headers = {
    ...{ PartnerId: account, AppKey: appKey, Date: date, 'content-type': 'application/json; charset=utf-8' },
    'X-Encryption-Status': 'encrypted',
    Authorization: `MWS ${appKey}:${signMeituan('POST', url.pathname, date, signKey)}`,
  };
  const init = { method: 'POST', headers, body: sealMeituan(message, aesKey) };
  const reply = answer.safeParse(readMeituanAnswer(await askPlatform('meituan', 'places', url.href, init), aesKey));
  if (!reply.success) throw new PlatformSilence('odd', reply.error);
  const { code } = reply.data;
  if (keyCodes.includes(code)) throw new PlatformSilence('key', undefined, code);
  return code === done ? '' : String(code);
}

/** One source says that Meituan refuses a message in which no row has places: a day that it knows goes with it. */
function withSomePlaces(changes: KnownPlace<SentRow>[], current: CurrentPlace<SentRow>[]): KnownPlace<SentRow>[] {
  const rows = changes.slice(0, mostRows);
  const open = rows.some(({ sent }) => sent.vacancies > 0);
  const other = open ? undefined : current.find(({ sent }) => sent.vacancies > 0);
  return other ? [...rows.slice(0, mostRows - 1), { place: other.place, sent: other.sent }] : rows;
}

export const pushToMeituan: PlaceAdapter<SentRow> = {
  gateway: 'meituan',
  async list(asking, { ref }, from) {
    const found = await findSku(asking, ref);
    if (!found) return { list: [] };
    const wanted = { from, to: lastDay(from, days), currency: currencyOfMeituan } as const;
    const list = await listSkuDays(asking, found, wanted);
    if (list === 'noRate') return { list: [], problem: list };
    const sku = describeSku(asking, found);
    return { list: list.map((place) => ({ ...place, sent: { ...place.sent, sku } })) };
  },
  write({ ref, changes, current }) {
    if (!changes.length) return [];
    const known = withSomePlaces(changes, current);
    return [{ kind: 'level/price/notice/v2', known, send: (account) => sendNotice(account, ref, known) }];
  },
};
