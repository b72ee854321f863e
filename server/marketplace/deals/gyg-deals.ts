// Deals that an admin makes at GetYourGuide for a product that it sells (decision 0692): listed there, created there, ended there. Nothing
// of them is stored here. Messages follow its documentation and a public implementation; never tried against its real server.
import { z } from '../../../contract/call.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { daysBetween, todayIn } from '../../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { textIn } from '../../../domain/languages.ts';
import { dealRules, gygDealTypes, noticeRange } from '../../../domain/marketplace/gyg-deals.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { noteMessage } from '../../platform/messages/note-messages.ts';
import { listOffersOfProducts, refOf } from '../channel-order.ts';
import { gygSource } from '../get-your-guide.ts';
import { callGyg } from '../places/ask-gyg.ts';
import { listReportedProducts } from '../places/places.sql.ts';
import { PlatformSilence } from '../pull/ask-platform.ts';
import { accountPurpose } from '../signed/act-for-account.ts';
import { findAccountOf } from '../signed/channel-accounts.sql.ts';

const found = z.object({
  dealId: z.coerce.string(),
  dealName: z.string().nullish(),
  dateRange: z.object({ start: z.string(), end: z.string() }),
  dealType: z.enum(gygDealTypes).nullish().catch(null),
  maxVacancies: z.number().nullish(),
  discountPercentage: z.coerce.number(),
  noticePeriodDays: z.number().nullish().catch(null),
});
const list = z.object({ deals: z.array(found) });
/** With or without the wrapping that its other answers have. */
const listed = z.union([list, z.object({ data: list }).transform(({ data }) => data)]);

type DealCall = Parameters<typeof callGyg>[2] & { ref: string };
type Ended = { problem: string; code: string; text: string; body: unknown };

const kind = 'deals';

/** One request, noted in the log of messages. */
async function ask(context: Context, { ref, ...request }: DealCall): Promise<Ended> {
  const { owner, owners, vault, gateways, clock } = context;
  const account = await findAccountOf(owner, gygSource);
  if (!account) throw new NotHere();
  const keys = JSON.parse(vault.open(account.secret_sealed, accountPurpose(context)));
  const startedAt = clock();
  const ended = await callGyg({ account: account.account, keys, baseUrl: gateways.getYourGuide }, kind, request).then(
    (answer): Ended => ({ ...answer, problem: answer.code && 'refused' }),
    (error: unknown): Ended => {
      if (!(error instanceof PlatformSilence)) throw error;
      return { problem: error.problem, code: error.code, text: '', body: undefined };
    },
  );
  const line = { source: gygSource, reference: ref, kind, direction: 'out', startedAt } as const;
  noteMessage({ owner, owners, clock }, { ...line, code: ended.code || ended.problem || 'OK', isGood: !ended.problem });
  return ended;
}

/** What GetYourGuide sells, by its own code of it. */
async function listSold(context: Context) {
  const { owner, language } = context;
  const reported = (await listReportedProducts(owner)).filter(({ source }) => source === gygSource);
  const ids = reported.flatMap(({ ref }) => /^\d{1,18}(?=-|$)/.exec(ref) ?? []);
  const offers = await listOffersOfProducts(context, [...new Set(ids)]);
  return reported.map(({ ref }) => {
    const offer = offers.find((offer) => refOf(offer) === ref || String(offer.row.product_id) === ref);
    const names = offer && [textIn(offer.row.names, language), textIn(offer.pack.names, language)];
    return { ref, name: names ? names.join(' · ') : ref };
  });
}

export async function showDeals(
  context: Context,
  { ref }: ParsedInputOf<'consoleGygDeals'>,
): Promise<OutputOf<'consoleGygDeals'>> {
  const account = await findAccountOf(context.owner, gygSource);
  const products = account ? await listSold(context) : [];
  const chosen = products.find((product) => product.ref === ref) ?? products[0];
  const today = todayIn(context.site.zone, context.now.getTime());
  const nothing = { products, ref: chosen?.ref ?? '', today, deals: [], problem: '', code: '' };
  if (!chosen) return nothing;
  const path = `deals?externalProductId=${encodeURIComponent(chosen.ref)}`;
  const { problem, code, body } = await ask(context, { method: 'GET', path, ref: chosen.ref });
  if (problem) return { ...nothing, problem, code };
  const read = listed.safeParse(body);
  if (!read.success) return { ...nothing, problem: 'odd' };
  const deals = read.data.deals.map((deal) => ({
    ...{ id: deal.dealId, name: deal.dealName ?? '', from: deal.dateRange.start, to: deal.dateRange.end },
    ...{ type: deal.dealType ?? null, percent: deal.discountPercentage },
    ...{ mostPlaces: deal.maxVacancies ?? null, noticeDays: deal.noticePeriodDays ?? null },
  }));
  return { ...nothing, deals };
}

type NewDeal = ParsedInputOf<'consoleGygDealCreate'>;

function judge({ name, from, to, percent, type, noticeDays, mostPlaces }: NewDeal, today: string): FieldProblems {
  const fields: FieldProblems = {};
  const { leastPercent, mostPercent, mostPlaces: most, mostDays } = dealRules;
  if (!name.trim()) fields.name = { problem: 'required' };
  if (from < today) fields.from = { problem: 'dayOver' };
  if (to < from) fields.to = { problem: 'beforeFirst' };
  else if (daysBetween(today, to) > mostDays) fields.to = { problem: 'date' };
  const hasMoreDecimals = Math.abs(Math.round(percent * 10) - percent * 10) > 1e-6;
  if (percent < leastPercent || percent > mostPercent || hasMoreDecimals)
    fields.percent = { problem: 'range', min: leastPercent, max: mostPercent };
  if (mostPlaces < 1 || mostPlaces > most) fields.mostPlaces = { problem: 'range', min: 1, max: most };
  const { min, max } = noticeRange(type, from, today);
  if (noticeDays < min || noticeDays > max) fields.noticeDays = { problem: 'range', min, max };
  // No notice fits before a first day that comes sooner.
  if (type === 'early_bird' && daysBetween(today, from) <= min) fields.from ??= { problem: 'date' };
  return fields;
}

/** An answer, or that there was none: then it may have been done, so it is in the log of actions as well. */
async function conclude(context: Context, act: string, subject: string, after: object, ended: Ended) {
  const { problem, code, text } = ended;
  if (!problem || problem === 'silent' || problem === 'odd')
    await inTransaction(context.owner, (owner) =>
      logAction(owner, context, { act, subject, after: { ...after, answer: problem || 'OK' } }),
    );
  return { problem, code, text };
}

/** Refuses wrong fields, and a product that it does not sell. */
export async function createDeal(context: Context, wish: NewDeal): Promise<OutputOf<'consoleGygDealCreate'>> {
  const fields = judge(wish, todayIn(context.site.zone, context.now.getTime()));
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const { ref, name, from, to, percent, mostPlaces, type, noticeDays } = wish;
  if (!(await listSold(context)).some((one) => one.ref === ref)) throw new NotHere();
  const data = {
    ...{ externalProductId: ref, dealName: name.trim(), dateRange: { start: from, end: to }, dealType: type },
    ...{ maxVacancies: mostPlaces, discountPercentage: percent, noticePeriodDays: noticeDays },
  };
  const ended = await ask(context, { method: 'POST', path: 'deals', data, ref });
  const after = { name: name.trim(), from, to, percent, mostPlaces, type, noticeDays };
  return conclude(context, 'gyg-deal-created', `product ${ref}`, after, ended);
}

export async function endDeal(
  context: Context,
  { ref, id }: ParsedInputOf<'consoleGygDealEnd'>,
): Promise<OutputOf<'consoleGygDealEnd'>> {
  const ended = await ask(context, { method: 'DELETE', path: `deals/${id}`, ref });
  return conclude(context, 'gyg-deal-ended', `product ${ref}`, { deal: id }, ended);
}
