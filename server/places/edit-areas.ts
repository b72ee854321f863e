// Pick-up areas in the back office: drawn, named, saved under a revision, deleted when no product uses them.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { judgeRing, openRing, type Ring, ringPoints } from '../../domain/areas.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { type AreaChange, changeArea, deleteArea, findAreas, insertArea, listAreas } from './places.sql.ts';

export async function showAllAreas({ owner }: Context): Promise<OutputOf<'consoleAreas'>> {
  const list = await listAreas(owner);
  return {
    list: list.map(({ area_id, names, ring, revision, products }) => ({
      id: String(area_id),
      names,
      ring,
      revision,
      products,
    })),
  };
}

/** Seven digits are a centimetre; more would only be noise. */
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

function judge(input: ParsedInputOf<'consoleAreaSave'>): AreaChange {
  const typedNames = Object.entries(input.names as Record<string, string>);
  const names = Object.fromEntries(
    typedNames.map(([language, name]) => [language, name.trim()]).filter(([, name]) => name),
  );
  const ring = openRing(input.ring as Ring).map(([lng, lat]): [number, number] => [round(lng), round(lat)]);
  const fields: FieldProblems = {};
  if (!names.en) fields['names.en'] = { problem: 'required' };
  const problem = judgeRing(ring);
  if (problem) fields.ring = { problem, min: ringPoints.least, max: ringPoints.most };
  if (input.id && input.revision === undefined) fields.revision = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { names, ring };
}

/** Refuses invalidInput by field and changedMeanwhile when another change came first. */
export async function saveArea(
  context: Context,
  input: ParsedInputOf<'consoleAreaSave'>,
): Promise<OutputOf<'consoleAreaSave'>> {
  const change = judge(input);
  const { id, revision = 0 } = input;
  return inTransactionOnce(context, 'consoleAreaSave', input, async (owner) => {
    if (!id) {
      const made = String(await insertArea(owner, change));
      await logAction(owner, context, { act: 'area-saved', subject: `area ${made}`, after: change });
      return { id: made, revision: 1 };
    }
    const [before] = await findAreas(owner, [id]);
    if (!before) throw new NotHere();
    if ((await changeArea(owner, id, revision, change)) !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'area-saved',
      subject: `area ${id}`,
      before: { names: before.names, ring: before.ring },
      after: change,
    });
    return { id, revision: revision + 1 };
  });
}

/** Refuses areaInUse and changedMeanwhile. */
export async function removeArea(
  context: Context,
  { id, revision }: ParsedInputOf<'consoleAreaDelete'>,
): Promise<OutputOf<'consoleAreaDelete'>> {
  const { owner } = context;
  try {
    await inTransaction(owner, async (owner) => {
      const [before] = await findAreas(owner, [id]);
      if (!before) throw new NotHere();
      if ((await deleteArea(owner, id, revision)) !== 1) throw new Refusal('changedMeanwhile');
      const { names, ring } = before;
      await logAction(owner, context, { act: 'area-deleted', subject: `area ${id}`, before: { names, ring } });
    });
  } catch (error) {
    // Foreign key: a product is picked up in it, perhaps since a moment ago.
    if ((error as { code?: string }).code === '23503') throw new Refusal('areaInUse');
    throw error;
  }
  return {};
}
