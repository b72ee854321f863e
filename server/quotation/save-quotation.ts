// Saving an agent's quotation (§2 onlinequotation): every save reads all lines again; a sent quotation is not overwritten but gets a new
// version. Of two saves of the same revision one succeeds, the other is refused changedMeanwhile.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { isQuantity, limits, maxQuantity } from '../../domain/limits.ts';
import { type Money, readAmount } from '../../domain/money.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import { quotationActions } from '../../domain/quotation-status.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { makeOrderNo } from '../platform/make-ids.ts';
import { noteRelease } from './events.sql.ts';
import { releaseHold } from './hold.sql.ts';
import { type ChosenLine, groupByProduct, priceLines, totalOf } from './price-lines.ts';
import { requireAgent } from './price-quote.ts';
import {
  type AgentReader,
  claimChange,
  findQuotation,
  insertQuotation,
  listQuotationLines,
  type QuotationReader,
  saveVersion,
  type VersionValues,
} from './quotation.sql.ts';
import { showAgentView } from './show-quotation.ts';

type Input = ParsedInputOf<'quotationSave'>;
type TypedLine = Input['lines'][number];

const savesPerAccountHour = 600;

/** Whose quotations the caller sees: the same rule as for orders. Refuses who is no approved agent. */
export function readerOf(context: Context): AgentReader {
  requireAgent(context);
  const { partnerId, accountId, kind, orderVisibility } = buyerOf(context);
  return { partnerId, accountId, main: kind === 'main', own: orderVisibility === 2 };
}

export async function saveQuotation(context: Context, input: Input): Promise<OutputOf<'quotationSave'>> {
  const reader = readerOf(context);
  await limitAttempts(context, [
    { bucket: `quotation-save:${reader.accountId}`, most: savesPerAccountHour, windowSeconds: 3600 },
  ]);
  const { terms, chosen } = readTyped(context, input);
  const lines = await priceLines(context, chosen, { ...terms, holder: input.id });
  const values: VersionValues = {
    customer_name: input.customerName.trim(),
    customer_email: normalEmail(input.customerEmail),
    language: input.language,
    currency: input.currency,
    title: input.title.trim(),
    greeting: input.greeting.trim(),
    terms: input.terms.trim(),
    valid_until: input.validUntil,
    percent: terms.percent,
    target_minor: terms.target?.amountMinor ?? null,
    total_minor: totalOf(lines),
  };
  const id = await inTransactionOnce(context, 'quotationSave', input, async (owner) => {
    const at = await claim(owner, context, reader, input);
    // They were held for other lines.
    if (await releaseHold(owner, at.id)) await noteRelease(owner, at, { actor: 'agent', name: buyerOf(context).name });
    await saveVersion(owner, at, values, lines);
    return at.id;
  });
  return showAgentView(context, String(id), reader);
}

async function claim(owner: OwnerTrx, context: Context, reader: AgentReader, { id, revision }: Input) {
  if (id === undefined) {
    const number = `Q${makeOrderNo(context)}`;
    return { id: await insertQuotation(owner, { ...reader, number }), version: 1 };
  }
  const claimed = await claimChange(owner, { id, revision: revision ?? 0, reader });
  if (claimed) return { id: Number(id), version: claimed.version };
  return refuseChange(owner, id, reader, [...quotationActions.save.from, ...quotationActions.revise.from]);
}

/** Why a change did not apply: not the caller's, not in this status, or changed since it was read. */
export async function refuseChange(
  owner: OwnerTrx,
  id: string,
  reader: QuotationReader,
  from: readonly string[],
): Promise<never> {
  const row = await findQuotation(owner, id, reader);
  if (!row) throw new NotHere();
  throw new Refusal(from.includes(row.status) ? 'changedMeanwhile' : 'actionNotAllowed');
}

/** What was typed as values. Refuses every field that is none. */
function readTyped(context: Context, input: Input) {
  const fields: FieldProblems = {};
  const { currency } = input;
  const percentOf = (text: string, path: string) => {
    const percent = text.trim().replace(',', '.');
    if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent)) fields[path] = { problem: 'decimal' };
    return percent;
  };
  const amountOf = (text: string, path: string): Money | null => {
    const amount = readAmount(text, currency);
    if (!amount) fields[path] = { problem: text.trim() ? 'decimal' : 'required' };
    return amount ?? null;
  };
  const email = normalEmail(input.customerEmail);
  if (email && (!isEmail(email) || email.length > limits.emailLength))
    fields.customerEmail = { problem: 'emailFormat' };
  if (!context.site.currencies.includes(currency)) fields.currency = { problem: 'choose' };
  if (!context.site.languages.includes(input.language)) fields.language = { problem: 'choose' };
  if (input.validUntil < todayIn(context.site.zone, context.now.getTime())) fields.validUntil = { problem: 'dayOver' };
  const chosen = input.lines.map((line, at): ChosenLine => {
    const path = `lines.${at}`;
    if (!isQuantity(line.quantity)) fields[`${path}.quantity`] = { problem: 'quantity', max: maxQuantity };
    if (line.percent.trim()) percentOf(line.percent, `${path}.percent`);
    if (line.productId) return chooseProduct(line, path, fields);
    if (!line.title.trim()) fields[`${path}.title`] = { problem: 'required' };
    return { ...chooseText(line), price: amountOf(line.price, `${path}.price`) };
  });
  for (const places of groupByProduct(chosen).values())
    for (const at of places.slice(limits.linesPerOrder))
      fields[`lines.${at}.productId`] = { problem: 'tooMany', max: limits.linesPerOrder };
  const terms = {
    currency,
    percent: percentOf(input.percent, 'percent'),
    target: input.target.trim() ? amountOf(input.target, 'target') : null,
  };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { terms, chosen };
}

const noted = (line: TypedLine) => ({
  day_on: line.dayOn || null,
  title: line.title.trim(),
  text: line.text.trim(),
});

function chooseProduct(line: TypedLine, path: string, fields: FieldProblems): ChosenLine {
  if (!line.skuId) fields[`${path}.skuId`] = { problem: 'required' };
  const wanted = line.addOns.filter((addOn) => addOn.quantity !== 0);
  if (wanted.some((item) => !isQuantity(item.quantity)))
    fields[`${path}.addOns`] = { problem: 'quantity', max: maxQuantity };
  return {
    ...noted(line),
    product_id: Number(line.productId),
    package_id: line.packageId ? Number(line.packageId) : null,
    sku_id: Number(line.skuId),
    play_on: line.playOn || null,
    session: line.session,
    until_on: line.untilOn || null,
    quantity: line.quantity,
    guests: line.guests,
    add_ons: wanted,
    percent: line.percent.trim().replace(',', '.'),
    price: null,
  };
}

function chooseText(line: TypedLine): Omit<ChosenLine, 'price'> {
  return {
    ...noted(line),
    product_id: null,
    package_id: null,
    sku_id: null,
    play_on: null,
    session: '',
    until_on: null,
    quantity: 1,
    guests: null,
    add_ons: [],
    percent: '',
  };
}

/** A draft with the same content for another customer, its lines priced again. */
export async function copyQuotation(context: Context, { id }: { id: string }): Promise<OutputOf<'quotationCopy'>> {
  const reader = readerOf(context);
  const row = await findQuotation(context.owner, id, reader);
  if (!row) throw new NotHere();
  const lines = await listQuotationLines(context.owner, row.quotation_id, row.version);
  const target = row.target_minor === null ? null : { amountMinor: row.target_minor, currency: row.currency };
  const chosen = lines.map((line): ChosenLine => {
    const price = line.product_id === null ? { amountMinor: line.amount_minor ?? 0, currency: row.currency } : null;
    return { ...line, price };
  });
  const priced = await priceLines(context, chosen, { currency: row.currency, percent: row.percent, target });
  const today = todayIn(context.site.zone, context.now.getTime());
  const values: VersionValues = {
    ...row,
    customer_name: '',
    customer_email: '',
    valid_until: row.valid_until < today ? today : row.valid_until,
    total_minor: totalOf(priced),
  };
  const copied = await inTransactionOnce(context, 'quotationCopy', { id }, async (owner) => {
    const made = await insertQuotation(owner, { ...reader, number: `Q${makeOrderNo(context)}` });
    await saveVersion(owner, { id: made, version: 1 }, values, priced);
    return made;
  });
  return { id: String(copied) };
}
