// What delivery costs (§3 additional freight, decision 0305): tables by region, saved under a revision, deleted when no product uses them.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { isCurrency } from '../../domain/currencies.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { judgeFreight } from '../../domain/freight/freight-rules.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  changeFreight,
  deleteFreight,
  type FreightChange,
  type FreightRow,
  findFreight,
  insertFreight,
  listFreight,
} from './freight.sql.ts';

export async function showFreight({ owner, site }: Context): Promise<OutputOf<'consoleFreight'>> {
  const list = await listFreight(owner);
  return {
    currency: site.currency,
    list: list.map(({ freight_id, ...row }) => ({ id: String(freight_id), ...row })),
  };
}

function judge({ id, revision, name, currency, zones }: ParsedInputOf<'consoleFreightSave'>): FreightChange {
  const table = {
    ...{ name: name.trim(), currency },
    zones: zones.map((zone) => ({
      ...zone,
      countries: [...new Set(zone.countries)],
      postcodes: [...new Set(zone.postcodes.map((postcode) => postcode.trim().toUpperCase()).filter(Boolean))],
    })),
  };
  const fields = judgeFreight(table);
  if (!isCurrency(currency)) fields.currency = { problem: 'choose' };
  if (id && revision === undefined) fields.revision = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return table;
}

const factsOf = ({ name, currency, zones }: FreightRow): FreightChange => ({ name, currency, zones });

/** Refuses invalidInput by field and changedMeanwhile when another change came first. */
export async function saveFreight(
  context: Context,
  input: ParsedInputOf<'consoleFreightSave'>,
): Promise<OutputOf<'consoleFreightSave'>> {
  const after = judge(input);
  const { id, revision = 0 } = input;
  return inTransactionOnce(context, 'consoleFreightSave', input, async (owner) => {
    if (!id) {
      const made = String(await insertFreight(owner, after));
      await logAction(owner, context, { act: 'freight-saved', subject: `freight ${made}`, after });
      return { id: made, revision: 1 };
    }
    const before = await findFreight(owner, id);
    if (!before) throw new NotHere();
    if ((await changeFreight(owner, id, revision, after)) !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, { act: 'freight-saved', subject: `freight ${id}`, before: factsOf(before), after });
    return { id, revision: revision + 1 };
  });
}

/** Refuses freightInUse and changedMeanwhile. */
export async function removeFreight(
  context: Context,
  { id, revision }: ParsedInputOf<'consoleFreightDelete'>,
): Promise<OutputOf<'consoleFreightDelete'>> {
  try {
    await inTransaction(context.owner, async (owner) => {
      const before = await findFreight(owner, id);
      if (!before) throw new NotHere();
      if ((await deleteFreight(owner, id, revision)) !== 1) throw new Refusal('changedMeanwhile');
      await logAction(owner, context, { act: 'freight-deleted', subject: `freight ${id}`, before: factsOf(before) });
    });
  } catch (error) {
    // Foreign key: a product is charged by it, perhaps since a moment ago.
    if ((error as { code?: string }).code === '23503') throw new Refusal('freightInUse');
    throw error;
  }
  return {};
}
