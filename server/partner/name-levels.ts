// The owner names its price levels and chooses the one of newly approved distributors (rules §11). Logged with before and after.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { priceLevels } from '../../domain/price-levels.ts';
import { changeLevels, findLevels } from '../member/levels.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { countAtLevels } from './partner.sql.ts';

export async function showLevels({ owner }: Context): Promise<OutputOf<'consoleLevels'>> {
  const [{ names, default_level, quote_places, quote_hours, revision }, counts] = await Promise.all([
    findLevels(owner),
    countAtLevels(owner),
  ]);
  return {
    names,
    defaultLevel: default_level,
    quotePlaces: quote_places,
    quoteHours: quote_hours,
    revision,
    partners: priceLevels.map((level) => counts.find((row) => row.level === level)?.count ?? 0),
  };
}

function judge({ quotePlaces, quoteHours }: ParsedInputOf<'consoleLevelsSave'>, names: string[]): FieldProblems {
  const fields: FieldProblems = {};
  // One without the other would hold nothing.
  for (const level of priceLevels)
    if (quotePlaces[level] && !quoteHours[level]) fields[`quoteHours.${level}`] = { problem: 'required' };
  names.forEach((name, level) => {
    const same = (other: string, at: number) => at < level && other.toLowerCase() === name.toLowerCase();
    if (name && names.some(same)) fields[`names.${level}`] = { problem: 'twice' };
  });
  return fields;
}

/** Refuses invalidInput by field (a name given twice), changedMeanwhile. */
export async function saveLevels(context: Context, input: ParsedInputOf<'consoleLevelsSave'>) {
  const { owner } = context;
  const names = input.names.map((name) => name.trim());
  const fields = judge(input, names);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const { defaultLevel, quotePlaces, quoteHours, revision } = input;
  await inTransaction(owner, async (owner) => {
    const before = await findLevels(owner);
    if (
      (await changeLevels(owner, {
        ...{ names, default_level: defaultLevel, revision },
        ...{ quote_places: quotePlaces, quote_hours: quoteHours },
      })) !== 1
    )
      throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'levels-saved',
      subject: 'price levels',
      before: {
        ...{ levelNames: before.names, defaultLevel: before.default_level },
        ...{ quotePlaces: before.quote_places, quoteHours: before.quote_hours },
      },
      after: { levelNames: names, defaultLevel, quotePlaces, quoteHours },
    });
  });
  return { revision: revision + 1 };
}
