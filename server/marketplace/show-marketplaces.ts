// Marketplaces for staff (decision 0431): where each asks, whose keys let it in, and the codes of the products that it may sell.
import { channelRoots } from '../../contract/calls.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { textIn } from '../../domain/languages.ts';
import { placeSources, type SignedPlatform, signedPlatforms } from '../../domain/order-sources.ts';
import { nameSku } from '../../locales/name-sku.ts';
import { translate } from '../../locales/translate.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import type { Context } from '../platform/context.ts';
import { type ChannelOffer, isOffered, kindsOf, listOffersOfProducts, refOf } from './channel-order.ts';
import { gygSource } from './get-your-guide.ts';
import { soldBy } from './gyg-party.ts';
import { nameChosen } from './places/name-chosen.ts';
import { listReportedProducts, type ReportedProductRow } from './places/places.sql.ts';
import { listChannelKeys } from './platform-orders.sql.ts';
import { listTroubled, type TroubledRow } from './pull/pulled.sql.ts';
import { listUnreported, type UnreportedRow } from './reports/uses.sql.ts';
import { readSaleFacts } from './sale-facts.sql.ts';
import { listChannelAccounts } from './signed/channel-accounts.sql.ts';
import { bands, viatorSource } from './viator.ts';

const channels = [
  { channel: 'getYourGuide', source: gygSource, kindsIn: (offer: ChannelOffer) => soldBy(offer).kinds },
  { channel: 'viator', source: viatorSource, kindsIn: (offer: ChannelOffer) => kindsOf(offer, bands) },
] as const;

const signedNames = Object.keys(signedPlatforms) as SignedPlatform[];

/** Null for a platform that is asked by us. */
const addressOf = (origin: string, platform: SignedPlatform) =>
  platform in channelRoots ? origin + channelRoots[platform as keyof typeof channelRoots] : null;

const pageSize = 20;

export async function showMarketplaces(
  context: Context,
  { query, page }: ParsedInputOf<'consoleMarketplaces'>,
): Promise<OutputOf<'consoleMarketplaces'>> {
  const { owner, language, site, origin, now } = context;
  const [accounts, troubled, unreported, reported, keys, sold] = await Promise.all([
    listChannelAccounts(owner, todayIn(site.zone, now.getTime())),
    listTroubled(owner),
    listUnreported(owner),
    listReportedProducts(owner),
    listChannelKeys(
      owner,
      channels.map(({ channel }) => channel),
    ),
    findSold(context, query.trim().toLowerCase(), page),
  ]);
  const named = await nameChosen(
    context,
    reported.filter((row) => row.is_chosen),
  );
  return {
    channels: channels.map(({ channel, source }) => ({
      ...{ channel, source, address: origin + channelRoots[channel] },
      supplierId: channel === 'getYourGuide' ? site.ownerCode : null,
      keys: keys
        .filter(({ scope }) => scope === channel)
        .map((key) => ({
          ...{ partnerId: String(key.partner_id), partnerName: key.partner_name, keyName: key.name, start: key.start },
          lastUsedAt: key.last_used_at?.toISOString() ?? null,
          closed: !key.systems_open,
        })),
    })),
    accounts: accounts.map((account) => ({
      ...showAccount(account),
      troubles: troubled.filter(({ source }) => source === account.source).map((row) => showTrouble(language, row)),
      unreported: unreported.filter(({ source }) => source === account.source).map(showUnreported),
      places: placeSources.some((source) => source === account.source)
        ? showReported(reported.filter(({ source }) => source === account.source))
        : null,
      skus: reported
        .filter((row) => row.source === account.source && row.is_chosen)
        .flatMap(({ ref }) => named.get(ref) ?? []),
    })),
    doors: signedNames.map((platform) => ({ platform, address: addressOf(origin, platform) })),
    zone: site.zone,
    list: sold.list,
    ...{ total: sold.total, page, pages: Math.max(1, Math.ceil(sold.total / pageSize)) },
  };
}

const showAccount = (row: Awaited<ReturnType<typeof listChannelAccounts>>[number]) => ({
  ...{ source: row.source, account: row.account },
  ...{ partnerId: String(row.partner_id), partnerName: row.partner_name, closed: row.is_closed },
  ...{ usedAt: row.used_at?.toISOString() ?? null, problem: row.problem },
  ...{ coming: row.coming, priceCurrency: row.price_currency },
});

/** A page of what is sold there; only its products are read whole. */
async function findSold(context: Context, wanted: string, page: number) {
  const { owner, language } = context;
  const chosen = new Map<string, string>();
  let total = 0;
  for await (const rows of readSaleFacts(owner, pricingOf(context)))
    for (const row of rows)
      for (const pack of row.packages) {
        const code = refOf({ row, pack });
        const text = `${code} ${textIn(row.names, language)} ${textIn(pack.names, language)}`;
        if (!isOffered({ row, pack }) || !text.toLowerCase().includes(wanted)) continue;
        if (Math.floor(total / pageSize) === page - 1) chosen.set(code, String(row.product_id));
        total += 1;
      }
  const offers = await listOffersOfProducts(context, [...new Set(chosen.values())]);
  const list = offers
    .filter((offer) => chosen.has(refOf(offer)))
    .map((offer) => ({
      code: refOf(offer),
      productName: textIn(offer.row.names, language),
      packageName: textIn(offer.pack.names, language),
      skus: offer.pack.skus.map((sku) => ({ id: String(sku.sku_id), name: nameSku(sku, language) })),
      kinds: channels.map(({ channel, kindsIn }) => ({ channel, names: kindsIn(offer).map(({ kind }) => kind) })),
    }));
  return { list, total };
}

function showTrouble(language: Context['language'], { reference, created_at: at, problem }: TroubledRow) {
  const { word, left = 0, min = 0, max = 0 } = problem;
  return { reference, at: at.toISOString(), text: translate(language, word, { left, min, max, length: max }) };
}

const mostUnreported = 50;

function showReported(list: ReportedProductRow[]) {
  const last = list.reduce((at, row) => Math.max(at, row.told_at?.getTime() ?? 0), 0);
  const unreported = list.filter(({ problem }) => problem !== '').slice(0, mostUnreported);
  return {
    products: list.length,
    chosen: list.filter((row) => row.is_chosen).map(({ ref }) => ref),
    lastAt: last ? new Date(last).toISOString() : null,
    unreported: unreported.map(({ ref, problem, answer: code }) => ({ ref, problem, code })),
  };
}

function showUnreported({
  order_no: orderNo,
  used_units: used,
  told_units: reported,
  created_at: at,
  ...row
}: UnreportedRow) {
  const { state, problem, answer: code } = row;
  return { orderNo, used, reported, state, problem, code, at: at.toISOString() };
}
