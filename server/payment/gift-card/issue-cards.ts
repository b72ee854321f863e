// Issues gift cards (decision 0409): their codes are in the answer and nowhere else; a repeat under the same Idempotency-Key has them too.
// Above the owner's limit for one person they wait for another one's release, as changes of a balance do; what a person issued within a day
// counts together (decision 0721).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { todayIn } from '../../../domain/dates.ts';
import { type FieldProblems, Refusal } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { convertMoney, money, typedRange } from '../../../domain/money.ts';
import { inTransactionOnce } from '../../platform/answer-once.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { hashToken, makeToken } from '../../platform/make-ids.ts';
import { findRates } from '../../site/convert-shown.ts';
import { findFourEyes, lockStaff } from '../balance/balances.sql.ts';
import { makeCardCodes, spellCode } from './card-code.ts';
import { insertCards, listIssuedAlone, offerCards } from './gift-card.sql.ts';

type Input = ParsedInputOf<'consoleGiftCardIssue'>;

function judge({ site, now }: Context, { valueMinor, currency, count, endsOn }: Input): FieldProblems {
  const fields: FieldProblems = {};
  if (valueMinor < 1 || valueMinor > limits.largestMoveMinor)
    fields.valueMinor = { problem: 'range', ...typedRange(currency, limits.largestMoveMinor) };
  if (currency !== site.currency && !site.currencies.includes(currency)) fields.currency = { problem: 'choose' };
  if (count < 1 || count > limits.giftCardsAtOnce)
    fields.count = { problem: 'range', min: 1, max: limits.giftCardsAtOnce };
  if (endsOn !== null && endsOn < todayIn(site.zone, now.getTime())) fields.endsOn = { problem: 'dayOver' };
  return fields;
}

type Rates = Awaited<ReturnType<typeof findRates>>;
type Issuing = Pick<Input, 'valueMinor' | 'currency' | 'count'> & { ownCurrency: Currency; rates: Rates; by: number };

/** Whether another person has to release them: also where their worth in the owner's currency is not known. */
async function needsSecond(
  owner: OwnerTrx,
  { valueMinor, currency, count, ownCurrency, rates, by }: Issuing,
): Promise<boolean> {
  const limit = await findFourEyes(owner);
  if (limit === null) return false;
  await lockStaff(owner, by);
  const worth = (minor: number, from: Currency) => {
    const rate = rates.rate(from, ownCurrency);
    return rate ? convertMoney(money(minor, from), ownCurrency, rate).amountMinor : Number.POSITIVE_INFINITY;
  };
  const before = await listIssuedAlone(owner, by);
  const alone = before.reduce((sum, item) => sum + worth(item.minor, item.currency), 0);
  return alone + worth(valueMinor, currency) * count > limit;
}

export async function issueCards(context: Context, input: Input): Promise<OutputOf<'consoleGiftCardIssue'>> {
  const fields = judge(context, input);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const { valueMinor, currency, count, endsOn } = input;
  const note = input.note.trim();
  const { accountId: id, name } = staffOf(context);
  const rates = await findRates(context);
  const codesOf = (seed: string) => makeCardCodes(context.vault, seed, count);
  const issue = async (owner: OwnerTrx) => {
    const waits = await needsSecond(owner, { ...input, ownCurrency: context.site.currency, rates, by: id });
    const seed = makeToken();
    const cards = codesOf(seed).map((code) => ({ hash: hashToken(code), ending: code.slice(-4) }));
    await insertCards(owner, { cards, currency, valueMinor, endsOn, waits, note, by: { id, name } });
    await offerCards(owner);
    const after = { count, valueMinor, currency, endsOn, note, waits };
    await logAction(owner, context, { act: 'gift-cards-issued', subject: `gift cards ${count}`, after });
    return { seed, waits };
  };
  const { seed, waits } = await inTransactionOnce(context, 'consoleGiftCardIssue', input, issue);
  return { codes: codesOf(seed).map(spellCode), waits };
}
