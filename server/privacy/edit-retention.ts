// How long the owner keeps personal data: shown with what the clock did, saved under a revision, logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { readRetention } from '../../domain/privacy/retention.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { changeTerms, findTerms, listRetentionRuns } from './retention.sql.ts';

export async function showRetention({ owner, site }: Context): Promise<OutputOf<'consoleRetention'>> {
  const [{ terms, revision }, runs] = await Promise.all([findTerms(owner), listRetentionRuns(owner)]);
  return {
    terms: readRetention(terms),
    revision,
    zone: site.zone,
    runs: runs.map((run) => ({ ...run, at: run.at.toISOString() })),
  };
}

/** Refuses changedMeanwhile. */
export async function saveRetention(
  context: Context,
  { terms, revision }: ParsedInputOf<'consoleRetentionSave'>,
): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const before = readRetention((await findTerms(owner)).terms);
    if ((await changeTerms(owner, { terms, revision })) !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, { act: 'retention-saved', subject: 'retention', before, after: terms });
  });
  return {};
}
