// The owner's manual changes of deposit and credit line (§3 deal types 5 to 10, rules §8): at once up to the owner's limit; above it
// they wait for another person's approval. What one person changed alone of a partner within a day counts together (decision 0721). Both
// make the same movement and the same entry in the log of staff actions.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { money } from '../../../domain/money.ts';
import { adjustmentTypes, traitsOfAdjustment } from '../../../domain/payment-status.ts';
import { answerOnce, readKey } from '../../platform/answer-once.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { openLedger } from '../ledger.sql.ts';
import {
  type AdjustmentRow,
  countWaiting,
  decideAdjustment,
  findAdjustment,
  findFourEyes,
  insertAdjustment,
  listAdjustments,
  lockStaff,
  sumDoneAlone,
} from './balances.sql.ts';
import { changeLine, moveMoney } from './move-money.ts';
import { most, showFigures } from './show-statement.ts';

type Change = Pick<AdjustmentRow, 'adjustment_id' | 'partner_id' | 'deal_type' | 'currency' | 'amount_minor'>;

export function showAdjustment(context: Context, row: AdjustmentRow) {
  return {
    id: String(row.adjustment_id),
    partnerId: String(row.partner_id),
    partnerName: row.partner_name,
    dealType: row.deal_type,
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    state: row.state,
    askedBy: row.asked_by_name,
    own: row.asked_by === staffOf(context).accountId,
    decidedBy: row.decided_by_name ?? '',
    at: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

/** Open adjustments, the longest waiting first. */
export async function showWaiting(
  context: Context,
  { page, size }: ParsedInputOf<'consoleAdjustments'>,
): Promise<OutputOf<'consoleAdjustments'>> {
  const { owner, site } = context;
  const total = await countWaiting(owner);
  const list = await listAdjustments(owner, { partnerId: null, size, from: (page - 1) * size });
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    list: list.map((row) => showAdjustment(context, row)),
    zone: site.zone,
  };
}

function judge({ site }: Context, { dealType, amountMinor, reason }: ParsedInputOf<'consoleAdjust'>): FieldProblems {
  const fields: FieldProblems = {};
  if (!adjustmentTypes.some((type) => type === dealType)) fields.dealType = { problem: 'choose' };
  if (amountMinor < 1 || amountMinor > limits.largestMoveMinor)
    fields.amountMinor = { problem: 'range', min: 0, max: most(site.currency) };
  if (!reason.trim()) fields.reason = { problem: 'required' };
  return fields;
}

/** Refuses invalidInput by field, adjustmentTooLarge when the account does not allow it. */
export async function adjustBalance(
  context: Context,
  input: ParsedInputOf<'consoleAdjust'>,
): Promise<OutputOf<'consoleAdjust'>> {
  const fields = judge(context, input);
  const dealType = adjustmentTypes.find((type) => type === input.dealType);
  if (!dealType || Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const { owner, site } = context;
  const staff = staffOf(context);
  const keyed = readKey(context, 'consoleAdjust', staff.accountId, input);
  return inTransaction(owner, (owner) =>
    answerOnce(owner, keyed, async () => {
      const { id: partnerId, amountMinor } = input;
      const { currency } = site;
      const by = { id: staff.accountId, name: staff.name };
      await lockStaff(owner, by.id);
      const aloneMinor = await sumDoneAlone(owner, partnerId, by.id);
      const row = { partnerId, dealType, currency, amountMinor, reason: input.reason.trim(), by, aloneMinor };
      const made = await insertAdjustment(owner, row);
      if (!made) throw new NotHere();
      const change = { ...made, deal_type: dealType, currency, amount_minor: amountMinor };
      if (made.state === 'done') await carryOut(owner, context, change, row.reason);
      else await log(owner, context, 'adjustment-asked', change, { reason: row.reason });
      return { id: String(made.adjustment_id), state: made.state };
    }),
  );
}

/** Another person must approve; the requester may only refuse, which withdraws it. */
export async function decideWaiting(
  context: Context,
  { id, approve, reason: typed }: ParsedInputOf<'consoleAdjustmentDecide'>,
): Promise<Record<string, never>> {
  const reason = typed.trim();
  if (!approve && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const { owner } = context;
  const staff = staffOf(context);
  await inTransaction(owner, async (owner) => {
    const by = { id: staff.accountId, name: staff.name };
    const row = await decideAdjustment(owner, id, { approve, by });
    if (!row) throw await whyNot(owner, id);
    const details = { askedBy: row.asked_by_name };
    if (approve) await carryOut(owner, context, row, row.reason, details);
    else await log(owner, context, 'adjustment-refused', row, { ...details, reason });
  });
  return {};
}

async function whyNot(owner: OwnerTrx, id: string): Promise<Error> {
  const row = await findAdjustment(owner, id);
  if (!row) return new NotHere();
  return new Refusal(row.state === 'waiting' ? 'ownAdjustment' : 'changedMeanwhile');
}

async function carryOut(
  owner: OwnerTrx,
  context: Context,
  change: Change,
  reason: string,
  more: Record<string, unknown> = {},
) {
  const { jobs } = context;
  const type = change.deal_type;
  const { kind, sign, line } = traitsOfAdjustment(type);
  const before = await figuresOf(owner, context, change.partner_id);
  const ledgerId = await openLedger(owner, change.partner_id, kind, change.currency);
  const movement = {
    ledgerId,
    amountMinor: sign * change.amount_minor,
    dealType: type,
    cause: `A${change.adjustment_id}`,
  };
  const move = line ? changeLine : moveMoney;
  if (!(await move({ owner, jobs }, movement))) throw new Refusal('adjustmentTooLarge');
  const after = await figuresOf(owner, context, change.partner_id);
  const details = { dealType: type, amountMinor: change.amount_minor, currency: change.currency, reason, ...more };
  await logAction(owner, context, {
    act: `${kind}-adjusted`,
    subject: `partner ${change.partner_id}`,
    before,
    after: { ...after, ...details },
  });
}

/** Amounts for the log, in minor units. */
async function figuresOf(owner: OwnerTrx, context: Context, partnerId: number) {
  const { deposit, credit } = await showFigures(owner, context, partnerId);
  return {
    deposit: deposit.amountMinor,
    creditLine: credit?.limit.amountMinor ?? 0,
    creditLeft: credit?.left.amountMinor ?? 0,
  };
}

function log(owner: OwnerTrx, context: Context, act: string, change: Change, more: Record<string, unknown>) {
  const { deal_type: dealType, amount_minor: amountMinor, currency } = change;
  const after = { adjustment: `A${change.adjustment_id}`, dealType, amountMinor, currency, ...more };
  return logAction(owner, context, { act, subject: `partner ${change.partner_id}`, after });
}

export async function fourEyesOf({ owner, site }: Context) {
  const limit = await findFourEyes(owner);
  return limit === null ? null : money(limit, site.currency);
}
